import { mayPatchReferences } from '../../generate/schema/read-schema.js';
import { hasStatus } from '../../model/exchange.js';
import { getMember } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import { cleanUp } from '../cleanup/clean-up.js';
import { isRemovedWithParent } from '../cleanup/remove-item.js';
import type { RunContext } from '../run-context.js';
import { type Noise, replaceCollection, type ServiceModel, setNoise } from '../service-model.js';
import { probeStatePaths } from './actions/find-state-paths.js';
import { dropUnprovenUpdate } from './assumed-writes.js';
import { correctEnvelope, findAssumedWrapper } from './bodies/turn-wrapper.js';
import { type Calibration, calibrate } from './calibrate.js';
import { learnAllNoise, type UnfinishedNoise } from './noise/learn-noise.js';
import { SetupStep } from './setup-step.js';

/** The version of the model after the calibration. */
export interface CalibratedService {
  readonly model: ServiceModel;
  /** Noise for which a clock tick is not over, and which trials that begin before must be compared with. */
  readonly unfinished: readonly UnfinishedNoise[];
}

/**
 * Prepares a run: learns the noise of the collections under test. Assumed operations are calibrated before; operations
 * that the service refused, and collections whose items are elsewhere than their id says, are calibrated after, and then the noise is
 * learned again. For trials of actions, the state paths are searched.
 */
export async function calibrateService(
  site: RunContext,
  concerned: ReadonlySet<string>,
  acting: ReadonlySet<string>,
): Promise<CalibratedService> {
  const isOpen = (collection: Collection) =>
    site.mayWrite && concerned.has(collection.name) && collection.create?.request !== undefined;
  const at = (model: ServiceModel): RunContext => ({ ...site, model });
  let model = site.model;
  const guessed = model.collections.filter((one) => isOpen(one) && one.create?.provenance === 'assumed');
  model = await calibrateEach(guessed, at(model), calibrate);
  model = await calibrateEach(model.collections.filter(isOpen), at(model), observeRemovedChildren);
  const first = await learnAllNoise(at(model), concerned);
  const isTroubled = ({ name }: Collection) =>
    first.noise.get(name)?.trouble !== undefined || (site.addressing.of(name).addressSource ?? 'id') !== 'id';
  const troubled = model.collections.filter(
    (one) =>
      isOpen(one) &&
      (isTroubled(one) ||
        mayPatchReferences(one, site.document) ||
        one.patch?.method === 'POST' ||
        [one.replace, one.patch].some((write) => findAssumedWrapper(one, write) !== undefined)) &&
      !guessed.some(({ name }) => name === one.name),
  );
  const before = model.notes.length;
  model = await calibrateEach(troubled, at(model), calibrate);
  const corrected = new Set(model.notes.length > before ? troubled.map(({ name }) => name) : []);
  for (const [name, { itemMember }] of first.noise) {
    const wrapped = itemMember === undefined ? undefined : model.collections.find((one) => one.name === name);
    const right = wrapped && itemMember !== undefined ? correctEnvelope(wrapped, itemMember) : undefined;
    if (right === undefined) continue;
    const { collection, note } = right;
    model = { ...replaceCollection(model, collection, site.document), notes: [...model.notes, note] };
    corrected.add(name);
  }
  const possible = model.collections.filter((one) => corrected.has(one.name));
  model = await calibrateEach(possible, at(model), observeRemovedChildren);
  const again = await learnAllNoise(at(model), corrected);
  const unfinished = [...first.unfinished, ...again.unfinished];
  const lost = model.collections.filter(
    (one) => isOpen(one) && acting.has(one.name) && one.actions.length > 0 && !namesActions(one),
  );
  const finishing = finishMeanwhile(unfinished);
  model = await calibrateEach(lost, at(model), (one, now) => {
    const noise = unfinished.find(({ collection }) => collection.name === one.name);
    return probeStatePaths(one, now, (remove) => noise?.removeToo(remove) ?? remove());
  }).finally(finishing.end);
  for (const [name, noise] of new Map([...first.noise, ...again.noise]))
    model = applyNoise(model, name, noise, site.document);
  for (const one of model.collections.map(dropUnprovenUpdate).filter((one) => !model.collections.includes(one)))
    model = replaceCollection(model, one, site.document);
  return { model, unfinished };
}

/** Reads the items of unfinished noise whose clock tick ends before `end` is called; that waits for these reads. */
function finishMeanwhile(open: readonly UnfinishedNoise[]): { readonly end: () => Promise<void> } {
  const begun: Promise<boolean>[] = [];
  let isOver = false;
  const finishOne = async (one: UnfinishedNoise) => {
    await one.ready;
    if (isOver) return;
    const reading = one.finishReading();
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

/** Adds the noise of a collection, and what it says of its creation and its ids. */
function applyNoise(model: ServiceModel, name: string, noise: Noise, document: RunContext['document']): ServiceModel {
  const next = setNoise(model, name, noise);
  const collection = model.collections.find((one) => one.name === name);
  const { trouble, idInOtherCase } = noise;
  if (collection === undefined || (trouble === undefined && idInOtherCase === undefined)) return next;
  // Rules about addresses then read existing items instead.
  const isClosed = trouble !== undefined && collection.create?.request !== undefined;
  const closed = isClosed ? { ...collection, creationProblem: trouble } : collection;
  if (idInOtherCase === undefined) return replaceCollection(next, closed, document);
  const standing = closed.standing?.map((one) => one.toLowerCase());
  const known = { ...closed, id: { ...closed.id, ignoresCase: true }, ...(standing && { standing }) };
  const note = `${name}: ids are compared without regard to case: an item shows the id ${idInOtherCase}, and Location has it in another case`;
  return { ...replaceCollection(next, known, document), notes: [...next.notes, note] };
}

/** Parents come before their children, because children can only be created below a parent. */
async function calibrateEach(
  collections: readonly Collection[],
  site: RunContext,
  learn: (collection: Collection, site: RunContext) => Promise<Calibration>,
): Promise<ServiceModel> {
  let { model } = site;
  const inOrder = [...collections].sort(
    (one, other) => computeParentDepth(one, collections) - computeParentDepth(other, collections),
  );
  for (const collection of inOrder) {
    const { collection: known, notes } = await learn(collection, { ...site, model });
    model = { ...replaceCollection(model, known, site.document), notes: [...model.notes, ...notes] };
  }
  return model;
}

/** Number of levels of parents above a collection; cycles are not followed. */
function computeParentDepth(collection: Collection, all: readonly Collection[], depth = 0): number {
  if (depth > all.length) return depth;
  const above = [...collection.parents, ...(collection.shownItems ?? [])];
  const parents = all.filter(({ name }) => above.some((parent) => parent.collection === name));
  return Math.max(depth, ...parents.map((parent) => computeParentDepth(parent, all, depth + 1)));
}

/**
 * Observes whether items without DELETE go with the item above them: creates one below a new item, removes that, and reads
 * the first again. If it is gone, others may be created and need no DELETE of their own. Never throws because of a response.
 */
async function observeRemovedChildren(collection: Collection, site: RunContext): Promise<Calibration> {
  if (!isOpenQuestion(collection, site)) return { collection, notes: [] };
  const step = new SetupStep(site, collection, 'below');
  let known = collection;
  const notes: string[] = [];
  try {
    const items = step.openItems(await step.bind());
    const item = await items.create(await step.drawBody(), { role: 'control' });
    const before = await item.get();
    await cleanUp(step.above, site);
    const after = await item.get();
    if (hasStatus(before, 200) && hasStatus(after, 404, 410)) {
      const parents = collection.parents.map((one) =>
        one.place.startsWith('{') ? { ...one, removesChildren: true } : one,
      );
      known = { ...collection, parents };
      notes.push(`${collection.name}: items are removed with the item above them (exchange ${after.n})`);
    }
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
  } finally {
    await cleanUp(step.above, site);
    await step.clean(known);
  }
  return { collection: known, notes };
}

/** Whether items could be removed in this way only, and it is not known whether they are. */
function isOpenQuestion(collection: Collection, { mayDelete, cleanup, purges, model }: RunContext): boolean {
  const { name, remove, read, parents } = collection;
  const above = parents.filter(({ place }) => place.startsWith('{'));
  const last = model.collections.find((one) => one.name === above.at(-1)?.collection);
  return (
    mayDelete &&
    cleanup &&
    remove === undefined &&
    read !== undefined &&
    getMember(purges, name) === undefined &&
    !isRemovedWithParent(collection) &&
    above.every(({ withChildren }) => withChildren !== 'refuse') &&
    last?.create !== undefined &&
    (last.remove !== undefined || isRemovedWithParent(last))
  );
}
