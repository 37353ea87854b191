import type { Collection } from '../../model/service/subject.js';
import type { SetupContext } from '../parents/create-parents.js';
import type { RunContext } from '../run-context.js';
import { createBodies } from '../trial/case-bodies.js';
import { probeStatePaths } from './actions/find-state-paths.js';
import { mayPatchReferences } from './bodies/patched-references.js';
import { type Calibration, calibrate } from './calibrate.js';
import { learnAllNoise } from './noise/learn-all-noise.js';
import type { Noise } from './noise/learn-noise.js';
import type { UnfinishedNoise } from './noise/unfinished-noise.js';
import { observeRemovedChildren } from './removed-children.js';

/** A run context without what calibration adds. */
export type BaseRunContext = Omit<RunContext, 'noise' | 'bodies'>;

/** A run context that is ready for trials, and notes about its preparation. */
export interface PreparedContext {
  readonly site: RunContext;
  readonly notes: readonly string[];
  /** Noise for which a clock tick is not over, and which trials that begin before must be compared with. */
  readonly unfinished: readonly UnfinishedNoise[];
}

/**
 * Prepares a run: learns the noise of the collections under test. Assumed operations are calibrated before; operations
 * that the service refused, and collections whose items are elsewhere than their id says, are calibrated after, and then the noise is learned again. For trials of actions, the state
 * paths are searched.
 */
export async function prepareContext(
  context: BaseRunContext,
  concerned: ReadonlySet<string>,
  acting: ReadonlySet<string>,
): Promise<PreparedContext> {
  const isOpen = (collection: Collection) =>
    context.mayWrite && concerned.has(collection.name) && collection.create?.request !== undefined;
  const guessed = context.collections.filter((one) => isOpen(one) && one.create?.provenance === 'assumed');
  const tested = await calibrateEach(guessed, addBodies(context), calibrate);
  const first = await calibrateEach(tested.quarry.collections.filter(isOpen), tested.quarry, observeRemovedChildren);
  const { noise, unfinished } = await learnAllNoise(first.quarry, concerned);
  const isTroubled = ({ name }: Collection) =>
    noise.get(name)?.trouble !== undefined || (context.addressing.getAddressSource(name) ?? 'id') !== 'id';
  const troubled = first.quarry.collections.filter(
    (one) =>
      isOpen(one) &&
      (isTroubled(one) || mayPatchReferences(one, context.document)) &&
      !guessed.some(({ name }) => name === one.name),
  );
  const corrections = await calibrateEach(troubled, first.quarry, calibrate);
  const corrected = new Set(corrections.notes.length > 0 ? troubled.map(({ name }) => name) : []);
  const possible = corrections.quarry.collections.filter((one) => corrected.has(one.name));
  const second = await calibrateEach(possible, corrections.quarry, observeRemovedChildren);
  const again = await learnAllNoise(second.quarry, corrected);
  const open = [...unfinished, ...again.unfinished];
  const lost = second.quarry.collections.filter(
    (one) => isOpen(one) && acting.has(one.name) && one.actions.length > 0 && !namesActions(one),
  );
  const finishing = finishMeanwhile(open);
  const third = await calibrateEach(lost, second.quarry, (one, quarry) =>
    probeStatePaths(one, quarry, open.find(({ collection }) => collection.name === one.name)?.removeToo),
  ).finally(finishing.end);
  const learned: Map<string, Noise> = new Map([...noise, ...again.noise]);
  const collections = third.quarry.collections.map((one) => markCreationProblem(one, learned.get(one.name)));
  const spelt = collections.map((one) => compareWithoutCase(one, learned.get(one.name)));
  return {
    site: { ...third.quarry, collections: spelt.map(({ collection }) => collection), noise: learned },
    notes: [tested, first, corrections, second, third, ...spelt].flatMap((stage) => stage.notes),
    unfinished: open,
  };
}

/** Reads the items of unfinished noise whose clock tick ends before `end` is called; that waits for these reads. */
function finishMeanwhile(open: readonly UnfinishedNoise[]): { readonly end: () => Promise<void> } {
  const begun: Promise<void>[] = [];
  let isOver = false;
  const finishOne = async ({ ready, finishReading }: UnfinishedNoise) => {
    await ready;
    if (isOver) return;
    const reading = finishReading();
    // Its error is that of `end`.
    reading.catch(() => {});
    begun.push(reading);
  };
  for (const one of open) void finishOne(one);
  return {
    async end() {
      isOver = true;
      await Promise.all(begun);
    },
  };
}

/** Whether declared states say when an action is legal. */
const namesActions = ({ states, actions }: Collection): boolean =>
  states !== undefined &&
  (actions.some(({ from }) => from !== undefined) ||
    Object.values(states.transitions).some((next) => Object.keys(next).length > 0));

/** Rules about addresses then read existing items instead. */
function markCreationProblem(collection: Collection, noise: Noise | undefined): Collection {
  const isOpen = collection.create?.request !== undefined && noise?.trouble !== undefined;
  return isOpen ? { ...collection, creationProblem: noise.trouble } : collection;
}

/** Where the content of an item shows its id in another case than its address, ids are compared in lower case. */
function compareWithoutCase(collection: Collection, noise: Noise | undefined): Calibration {
  const { id, name, standing } = collection;
  if (noise?.idInOtherCase === undefined) return { collection, notes: [] };
  const known = standing && { standing: standing.map((one) => one.toLowerCase()) };
  const note = `${name}: ids are compared without regard to case: an item shows the id ${noise.idInOtherCase}, and Location has it in another case`;
  return { collection: { ...collection, id: { ...id, ignoresCase: true }, ...known }, notes: [note] };
}

/** Parents come before their children, because children can only be created below a parent. */
async function calibrateEach(
  collections: readonly Collection[],
  context: SetupContext,
  learn: (collection: Collection, quarry: SetupContext) => Promise<Calibration>,
): Promise<{ quarry: SetupContext; notes: readonly string[] }> {
  const notes: string[] = [];
  let quarry = context;
  const inOrder = [...collections].sort(
    (one, other) => computeParentDepth(one, collections) - computeParentDepth(other, collections),
  );
  for (const collection of inOrder) {
    const { collection: known, notes: told } = await learn(collection, quarry);
    notes.push(...told);
    quarry = addBodies({
      ...quarry,
      collections: quarry.collections.map((one) => (one.name === known.name ? known : one)),
    });
  }
  return { quarry, notes };
}

const addBodies = (context: BaseRunContext): SetupContext => ({
  ...context,
  bodies: new Map(context.collections.map((one) => [one.name, createBodies(one, context.document)])),
});

/** Number of levels of parents above a collection; cycles are not followed. */
function computeParentDepth(collection: Collection, all: readonly Collection[], depth = 0): number {
  if (depth > all.length) return depth;
  const parents = all.filter(({ name }) => collection.parents.some((parent) => parent.collection === name));
  return Math.max(depth, ...parents.map((parent) => computeParentDepth(parent, all, depth + 1)));
}
