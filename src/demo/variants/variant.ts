import type { Settings } from '../service/settings.js';

/** A legal way to be, and how a profile declares it where it must be declared. */
export interface DialectChoice {
  readonly name: string;
  /** One sentence: what the service does. */
  readonly says: string;
  /** Choices on the same axis exclude each other. */
  readonly axis: string;
  readonly isDefault: boolean;
  /** The part of an assay profile that declares it. */
  readonly profile?: object;
}

/** A choice, and what it sets. */
export interface Dialect extends DialectChoice {
  readonly sets: Partial<Settings>;
}

/** Names a choice on an axis. */
export const createDialect = (
  axis: string,
  name: string,
  says: string,
  sets: Partial<Settings>,
  more: Partial<Pick<Dialect, 'isDefault' | 'profile'>> = {},
): Dialect => ({ name, says, axis, isDefault: false, sets, ...more });

/** Marks the choice that is made when nothing is said. */
export const defaultFlag = { isDefault: true } as const;
