import { findNearestWord } from '../../model/nearest-word.js';
import { UsageError } from '../../model/profile/usage-error.js';
import type { Fleet, FleetTarget } from '../file/fleet.js';

/** Selects targets of a fleet; without any of these, all of them. */
export interface Selection {
  /** Names of targets. */
  readonly target?: readonly string[];
  /** Names of groups. */
  readonly group?: readonly string[];
  /** One part of the targets, counted from 0. */
  readonly index?: number;
  /** Number of parts; by default one for each target. */
  readonly of?: number;
}

/** Whether the flags select a part of the fleet: several processes may share its folder then. */
export const isSelection = ({ target, group, index }: Selection): boolean =>
  target !== undefined || group !== undefined || index !== undefined;

/** Returns the targets that the flags select. Throws UsageError for unknown names and for an index without a target. */
export function selectTargets({ targets }: Fleet, { target, group, index, of }: Selection): FleetTarget[] {
  const names = targets.map(({ name }) => name);
  const groups = targets.flatMap((one) => one.group ?? []);
  requireKnown('target', target, names);
  requireKnown('group', group, groups);
  if (of !== undefined && index === undefined) throw new UsageError('--of requires --index');
  const parts = of ?? targets.length;
  const last = Math.min(parts, targets.length) - 1;
  if (index !== undefined && index > last)
    throw new UsageError(`--index ${index} selects no target; the first is 0, and the last ${last}`);
  return targets.filter(
    (one, place) =>
      (target?.includes(one.name) ?? true) &&
      (group?.includes(one.group ?? '') ?? true) &&
      (index === undefined || place % parts === index),
  );
}

function requireKnown(what: string, named: readonly string[] | undefined, known: readonly string[]): void {
  const unknown = named?.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = findNearestWord(unknown, known);
  throw new UsageError(`the fleet has no ${what} ${unknown}${near === undefined ? '' : `; did you mean ${near}?`}`);
}
