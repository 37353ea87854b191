import type { CollectionDesign, Design } from '../design/design.js';
import { resolveExclusions } from '../design/resolve-exclusions.js';
import { simplestChoices, simplestCollection, simplestService } from '../design/simplest.js';
import type { Measured } from './measurement.js';

/** Most designs that are tried. */
const mostAttempts = 200;

/** Makes one part of a design simpler, or leaves the design as it is. */
type Simplification = (design: Design) => Design;

/** The ways in which an audit of a service failed: what `--shrink` accepts. */
export function listFailures(one: Measured): string[] {
  const wrong = one.violations.filter(({ isConfirmed }) => !isConfirmed).map(({ rule }) => `violation:${rule}`);
  return [
    ...(one.harmed.length > 0 ? ['harm'] : []),
    ...(one.reportedHarm > 0 && one.harmed.length === 0 ? ['reported-harm'] : []),
    ...(one.leftovers.unreported.length > 0 ? ['leftover'] : []),
    ...(one.crash === undefined ? [] : ['crash']),
    ...(one.stall ? ['stall'] : []),
    ...new Set(wrong),
  ];
}

/**
 * Finds a small design that fails in the same way: removes collections, then sets dimensions to their first values, many of them at
 * once at first. `isFailing` measures a design.
 */
export async function shrinkDesign(design: Design, isFailing: (design: Design) => Promise<boolean>): Promise<Design> {
  let current = design;
  let attempts = 0;
  const attempt = async (steps: readonly Simplification[]): Promise<boolean> => {
    const simpler = resolve(steps.reduce((one, step) => step(one), current));
    if (!simpler || JSON.stringify(simpler) === JSON.stringify(current) || attempts >= mostAttempts) return false;
    attempts++;
    if (!(await isFailing(simpler))) return false;
    current = simpler;
    return true;
  };
  for (let index = current.collections.length - 1; index >= 0; index--) await attempt([removeCollection(index)]);
  const steps = listSteps(current);
  for (let size = steps.length; size > 1; size = Math.ceil(size / 2))
    for (let start = 0; start < steps.length; start += size) await attempt(steps.slice(start, start + size));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const step of steps) if (await attempt([step])) isChanged = true;
  }
  return current;
}

/** Undefined: no design without exclusions is near. */
function resolve(design: Design): Design | undefined {
  try {
    return resolveExclusions(design);
  } catch {
    return undefined;
  }
}

/** Removes a collection; those below it are below nothing then. */
const removeCollection =
  (removed: number): Simplification =>
  (design) => {
    if (design.collections.length === 1) return design;
    const move = (parent: number | null) =>
      parent === null || parent === removed ? null : parent - (parent > removed ? 1 : 0);
    const rest = design.collections.filter((_, index) => index !== removed);
    return { ...design, collections: rest.map((one) => ({ ...one, parent: move(one.parent) })) };
  };

/** A step for each dimension: those of the service, and those of each collection. */
function listSteps({ collections }: Design): Simplification[] {
  const ofService = Object.keys(simplestService).map(
    (name): Simplification =>
      (design) => ({ ...design, service: { ...design.service, ...pick(simplestService, name) } }),
  );
  const ofCollections = collections.flatMap((drawn, index) => [
    ...Object.keys(simplestChoices).map((name) =>
      change(index, ({ choices }) => ({ choices: { ...choices, ...pick(simplestChoices, name) } })),
    ),
    ...drawn.rules.map((rule) => change(index, ({ rules }) => ({ rules: rules.filter((one) => one !== rule) }))),
    change(index, () => ({ parent: null })),
    change(index, () => ({ others: simplestCollection.others })),
    change(index, () => ({ memberCount: simplestCollection.memberCount })),
  ]);
  return [(design) => ({ ...design, extras: [] }), ...ofService, ...ofCollections];
}

const pick = <T extends object>(from: T, name: string): Partial<T> =>
  Object.fromEntries([[name, from[name as keyof T]]]) as Partial<T>;

const change =
  (index: number, make: (one: CollectionDesign) => Partial<CollectionDesign>): Simplification =>
  (design) => {
    const one = design.collections[index];
    return one ? { ...design, collections: design.collections.with(index, { ...one, ...make(one) }) } : design;
  };
