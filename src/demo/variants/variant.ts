import type { Settings } from '../service/settings.js';

/** One valid choice, and its declaration in a profile where one is required. */
export interface DialectChoice {
  readonly name: string;
  /** One sentence that describes the choice. */
  readonly says: string;
  /** Choices on the same axis exclude each other. */
  readonly axis: string;
  readonly isDefault: boolean;
  /** The built-in service that has it; the orders when absent. */
  readonly service?: 'inventory';
  /** The part of an assay profile that declares it. */
  readonly profile?: object;
}

export interface Dialect extends DialectChoice {
  readonly sets: Partial<Settings>;
}

export const createDialect = (
  axis: string,
  name: string,
  says: string,
  sets: Partial<Settings>,
  profile?: object,
): Dialect => ({ name, says, axis, isDefault: false, sets, ...(profile && { profile }) });

/** Creates the choice on an axis that is made where no other one is. */
export const createDefaultDialect = (axis: string, name: string, says: string, profile?: object): Dialect => ({
  ...createDialect(axis, name, says, {}, profile),
  isDefault: true,
});
