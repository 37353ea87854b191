import { pause } from '../../../model/clock.js';
import { type Exchange, hasStatus } from '../../../model/exchange.js';
import type { Json } from '../../../model/json.js';
import { mapAtOnce } from '../../../model/map-at-once.js';
import { findItemMember } from '../../../model/service/item-id.js';
import type { Collection } from '../../../model/service/subject.js';
import { isFound } from '../../../rule/compare/found-item.js';
import { detectNoise, findVaryingPointers } from '../../../rule/compare/noise.js';
import { InconclusiveError } from '../../../rule/finding.js';
import type { Item, Items } from '../../../rule/items.js';
import type { RunContext } from '../../run-context.js';
import { aloneInRun, besideOthers } from '../../schedule/claim.js';
import type { ClaimHolder } from '../../schedule/claim-queue.js';
import type { Noise } from '../../service-model.js';
import { ifInconclusive, retrySetup } from '../../trial/retry-setup.js';
import { isEnvelopeOpen, isSentIn } from '../bodies/turn-wrapper.js';
import { findItemId } from '../find-item-id.js';
import { SetupStep } from '../setup-step.js';

/** Slightly longer than one tick of a clock with whole seconds, in milliseconds. */
export const tickMs = 1_050;

/** Reads of the item that is read often: the usual number, and the number used before a violation is reported. */
const [usualReads, thoroughReads] = [4, 10];

/** Reads at once of each of two items: with the one after a clock tick as many as are needed to see a value return. */
const readsAtOnce = 3;

/**
 * Learns the noise of every readable collection, in parallel and before any other request. Where it shows none at first, and cases
 * run side by side, the wait for a clock tick is left for later.
 */
export async function learnAllNoise(site: RunContext, names: ReadonlySet<string>) {
  const readable = site.model.collections.filter(({ read, name }) => read !== undefined && names.has(name));
  const mayFinishLater = site.hasSpareRoom && readable.length <= site.maxAtOnce;
  const learned = await mapAtOnce(readable, site.maxParallel, async (collection) => {
    const learning = await learnCollectionNoise(site, collection, usualReads, mayFinishLater);
    const { isUnchanged, step, isKept: _, ...noise } = learning;
    const learnAlone = () => learnCollectionNoise(site, collection, usualReads);
    const rest =
      isUnchanged && new UnfinishedNoise(collection, { isUnchanged, remove: () => step.clean() }, learnAlone);
    return { name: collection.name, noise, rest };
  });
  return {
    noise: new Map<string, Noise>(learned.map(({ name, noise }) => [name, noise])),
    unfinished: learned.flatMap(({ rest }) => rest ?? []),
  };
}

/** Learns the noise of one collection with more reads than usual. */
export const learnNoiseThoroughly = (site: RunContext, collection: Collection): Promise<Noise> =>
  learnCollectionNoise(site, collection, thoroughReads);

/** What was seen of the noise of a collection. */
interface SeenNoise extends Noise {
  /** Reads an item that was left alone for a clock tick, whose items still exist. Resolves to whether it is as before. */
  readonly isUnchanged?: () => Promise<boolean>;
  /** Whether a cache answered instead of the service. */
  readonly isKept?: boolean;
}

async function learnCollectionNoise(
  site: RunContext,
  collection: Collection,
  mostReads: number,
  mayFinishLater = false,
): Promise<SeenNoise & { readonly step: SetupStep }> {
  const step = new SetupStep(site, collection, 'noise');
  let seen: SeenNoise = { volatile: [] };
  try {
    const bound = await step.bind();
    const see = (isPastCaches: boolean) =>
      retrySetup(() => seeNoise(step, bound, { mostReads, mayFinishLater, isPastCaches })).catch(
        ifInconclusive(({ why, reason }): SeenNoise => ({ volatile: [], trouble: why, isKept: reason === 'noise' })),
      );
    seen = await see(true);
    // When a cache keeps content for long, every client sees that content.
    if (seen.isKept) seen = await see(false);
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    seen = { volatile: [], trouble: error.why };
  } finally {
    if (seen.isUnchanged === undefined) await step.clean();
  }
  return { ...seen, step };
}

interface SeeNoiseOptions {
  readonly mostReads: number;
  /** Whether the last read may happen later, beside other requests. */
  readonly mayFinishLater: boolean;
  readonly isPastCaches: boolean;
}

/**
 * Learns which members are noise by comparing few and many reads. One item is read, left alone for one clock tick, and
 * read again; another item is read many times. No other request is sent in between, because its effects would
 * look like noise. With `mayFinishLater`, both items are first read at once: where no read differs, nothing is noise, whatever else
 * happened, as soon as `isUnchanged` says so.
 */
async function seeNoise(step: SetupStep, bound: Collection, options: SeeNoiseOptions): Promise<SeenNoise> {
  const { site } = step;
  // A read lag would look like noise, and would hide real noise.
  const pace = bound.consistency.itemMs > 0 ? 'settled' : 'usual';
  const delay = site.shared.getReadDelay(bound, pace);
  const wire = step.openWire({ ...delay, listPath: bound.path, isPastCaches: options.isPastCaches });
  const items = step.openItems(bound, wire);
  const canMake = site.mayWrite && bound.create?.request !== undefined;
  const canRemove = site.mayDelete && bound.remove !== undefined && bound.deletion.mode === 'hard';
  const maxAtOnce = options.mayFinishLater && pace === 'usual' && canRemove && site.cleanup ? site.maxAtOnce : 1;
  const body = canMake ? await step.drawBody() : null;
  const [idle, readOften] = await getBoth(() => items.getAny(body), canMake, maxAtOnce);
  // Where nothing more may be created, existing items are read.
  const isMade = canMake && !isFound(idle) && !isFound(readOften);
  const isReusing = async () => {
    if (!isMade || !canRemove || !hasStatus(await readOften.delete(), 2)) return false;
    return (await items.create(body)).id === readOften.id;
  };
  const known = isMade && maxAtOnce > 1 ? await readStable([idle, readOften], maxAtOnce) : undefined;
  if (known !== undefined) {
    const isUnchanged = async () => isSame([known, showBody(await readSettled(idle))]);
    const reusesIds = site.addressing.of(bound.name).isReusingIds ?? (await isReusing());
    return { volatile: [], reusesIds, ...findForm(bound, items, idle, known), isUnchanged };
  }
  const left: (Json | undefined)[] = [];
  // One replica may show the item already, and another not yet.
  for (const read of [readSettled, (item: Item) => item.get()]) {
    const exchange = await read(idle);
    left.push(showBody(exchange));
    if (!isMade || !hasStatus(exchange, 404, 400)) continue;
    // Nothing may be removed by a wrong address: many services report success for such a DELETE.
    const lost = [idle, readOften].map((item) => ({ item, exchange: item.createdBy }));
    await findItemId(bound, undefined, lost, { wire, ledger: step.ledger });
    const { path, answer, n } = exchange;
    return { volatile: [], trouble: `GET ${path} of a created item returned ${answer?.status} (exchange ${n})` };
  }
  await pause(tickMs);
  left.push(showBody(await readSettled(idle)));
  // One after the other: the order of the values tells an effect of reading from noise.
  const many: (Json | undefined)[] = [];
  while (many.length < options.mostReads) many.push(showBody(await readSettled(readOften)));
  const made = isMade ? { many, sent: [idle.sent, readOften.sent] } : { many: [], sent: [] };
  const volatile = detectNoise({ idle: left, ...made });
  return { volatile, reusesIds: await isReusing(), ...(isMade && findForm(bound, items, idle, left[0])) };
}

/** Gets the item that is left alone, and the one that is read often. */
async function getBoth(get: () => Promise<Item>, canMake: boolean, maxAtOnce: number): Promise<readonly [Item, Item]> {
  const both = canMake && maxAtOnce > 1 ? await mapAtOnce([get, get], maxAtOnce, (one) => one()) : [];
  const idle = both[0] ?? (await get());
  return [idle, both[1] ?? (canMake ? await get() : idle)];
}

/**
 * What a created item shows of its form: where only Location names it, its id may be in another case than the content shows, and the
 * content may be in a member.
 */
function findForm(collection: Collection, items: Items, { id, sent }: Item, shown: Json | undefined): ItemForm {
  const own = items.readId(shown);
  const isOther = own !== undefined && own !== id && own.toLowerCase() === id.toLowerCase();
  const isOpen = isEnvelopeOpen(collection) && collection.read?.provenance !== 'described';
  const stored = findItemMember(shown, sent);
  const isStored = stored !== undefined && isSentIn(collection, stored);
  const itemMember = isStored ? stored : isOpen ? findItemMember(shown, sent, id) : undefined;
  return { ...(isOther && { idInOtherCase: own }), ...(itemMember !== undefined && { itemMember }) };
}

type ItemForm = Pick<Noise, 'idInOtherCase' | 'itemMember'>;

/**
 * Reads items a few times each, all at once: as often each, so that effects of reading differ from noise as before. Resolves to
 * the content of the first one; undefined where a read was not answered with an item, or differs.
 */
async function readStable(read: readonly Item[], maxAtOnce: number): Promise<Json | undefined> {
  const order = Array.from({ length: readsAtOnce }, () => read).flat();
  const exchanges = await mapAtOnce(order, maxAtOnce, (item) => item.get());
  const isStable = read.every((item) => isSame(exchanges.filter((_, i) => order[i] === item).map(showBody)));
  const [first] = exchanges;
  return isStable && first ? showBody(first) : undefined;
}

const isSame = (bodies: readonly (Json | undefined)[]): boolean =>
  bodies.every((one) => one !== undefined) && findVaryingPointers(bodies).length === 0;

const readSettled = (item: Item): Promise<Exchange> => item.getUntil((seen) => hasStatus(seen, 2));

const showBody = (exchange: Exchange): Json | undefined => (hasStatus(exchange, 2) ? exchange.answer?.json : undefined);

/** What remains of learning the noise of one collection when a clock tick is over. */
export class UnfinishedNoise {
  /** Resolves when the clock tick is over. */
  readonly ready = pause(tickMs);
  readonly #removals: (() => Promise<void>)[];
  #reading: Promise<boolean> | undefined;

  constructor(
    readonly collection: Collection,
    /** Whether an item that was left alone is as before the tick; what removes the items. */
    private readonly rest: { readonly isUnchanged: () => Promise<boolean>; readonly remove: () => Promise<void> },
    private readonly learnAlone: () => Promise<Noise>,
  ) {
    this.#removals = [rest.remove];
  }

  /** Reads the item again and removes it, unless that was begun before; resolves to whether it is unchanged. */
  finishReading(): Promise<boolean> {
    // Another request may have changed the item: that only means that its noise is not known yet.
    this.#reading ??= this.rest
      .isUnchanged()
      .catch(ifInconclusive(() => false))
      .finally(() => Promise.all(this.#removals.map((remove) => remove())));
    return this.#reading;
  }

  /**
   * Finishes reading. Where the item changed, learns the noise from the start, with nothing beside it. Resolves to that
   * noise; undefined where there is none, as was thought.
   */
  async finish(holder: ClaimHolder): Promise<Noise | undefined> {
    // What runs alone would count the removal as a change.
    const isUnchanged = await holder.within(besideOthers, () => this.finishReading());
    if (isUnchanged) return undefined;
    const noise = await holder.within(aloneInRun, this.learnAlone);
    return noise.volatile.length === 0 && noise.trouble === undefined ? undefined : noise;
  }

  /** Removes what else was created together with the items of the noise; at once where these are being removed already. */
  async removeToo(remove: () => Promise<void>): Promise<void> {
    if (this.#reading === undefined) this.#removals.push(remove);
    else await remove();
  }
}
