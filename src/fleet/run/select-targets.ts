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
  requireKnown(
    'target',
    target,
    targets.map(({ name }) => name),
  );
  requireKnown(
    'group',
    group,
    targets.flatMap((one) => one.group ?? []),
  );
  if (of !== undefined && index === undefined) throw new UsageError('--of requires --index');
  const parts = of ?? targets.length;
  if (index !== undefined && index >= Math.min(parts, targets.length))
    throw new UsageError(
      `--index ${index} selects no target; the first is 0, and the last ${Math.min(parts, targets.length) - 1}`,
    );
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
