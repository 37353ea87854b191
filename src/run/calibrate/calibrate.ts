import { mayPatchReferences } from '../../generate/schema/read-schema.js';
import { isEquivalent } from '../../model/difference.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import { buildPointer, getAtPointer, getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import { findItemMember } from '../../model/service/item-id.js';
import { createFact, findFact, replaceFacts } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import { preparePatch } from '../../rule/http/merge-patch.js';
import type { Creation, Item } from '../../rule/items.js';
import { drawFirstValues } from '../../rule/values/generators.js';
import type { SetupItems } from '../items/items.js';
import type { RunContext } from '../run-context.js';
import { createBodies } from '../trial/case-bodies.js';
import { retrySetup } from '../trial/retry-setup.js';
import { createRuleClient } from '../writes/own-writes.js';
import { describeNoUpdate, proposeNamedCreation, proveUpdate, shareLearnedSchema } from './assumed-writes.js';
import { MemberComparison } from './bodies/computed-members.js';
import type { WriteKind } from './bodies/correct-body.js';
import { adoptKeyMember } from './bodies/creation-turns.js';
import { BodyLearner, isMethodAbsent } from './bodies/learn-body.js';
import { findAssumedWrapper, isEnvelopeOpen, openEnvelope, sendPlain } from './bodies/turn-wrapper.js';
import { adoptItemPath, adoptWrappedId, findItemId } from './find-item-id.js';
import { measureListLag, measureReadLag } from './measure-lags.js';
import { OtherWays } from './other-ways.js';
import { SetupStep } from './setup-step.js';

/** Result of a calibration: the corrected collection, and notes about the changes. */
export interface Calibration {
  readonly collection: Collection;
  readonly notes: readonly string[];
}

/** Number of additional items created to find out which members the service keeps. */
const extraItems = 4;

/**
 * Creates, replaces, patches and removes an item before any rule is judged, and corrects request bodies according to
 * the responses. Removes assumed operations that the service does not implement. Created items are entered in the
 * ledger and removed. Never throws because of a response.
 */
export async function calibrate(collection: Collection, site: RunContext): Promise<Calibration> {
  const step = new SetupStep(site, collection, 'rehearsal');
  const rehearsal = new Rehearsal(step);
  let known = collection;
  try {
    const created = await rehearsal.create(known);
    known = created.collection;
    site.runLedger.recordCollections([known]);
    if (created.item) {
      known = shareLearnedSchema(collection, await rehearsal.read(known, created.item));
      for (const writing of ['replace', 'patch'] as const) known = await rehearsal.write(known, writing, created);
      known = await rehearsal.remove(known, created.item);
    }
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    const learned = known === collection ? rehearsal.learned : undefined;
    if (learned) known = learned.collection;
    const untested = `${collection.name}: no request body could be tested before the run: ${error.why}`;
    rehearsal.notes.push(...(learned ? learned.describe() : [untested]));
  } finally {
    await step.clean(known);
  }
  return { collection: known, notes: rehearsal.notes };
}

/** What is known of a collection after an item was created, and the collection below the parents of the item. */
interface Rehearsed {
  readonly collection: Collection;
  readonly bound: Collection;
  readonly item?: Item;
}

/** A collection with the paths and references that it has below created parents. */
const placeBelow = (known: Collection, { path, itemPath, overrides, creation }: Collection): Collection => ({
  ...known,
  path,
  overrides: { ...known.overrides, ...overrides },
  ...(itemPath !== undefined && { itemPath }),
  ...(creation && { creation }),
});

/** Each step takes what is known of the collection, and returns what is known after it. */
class Rehearsal {
  readonly notes: string[] = [];
  /** What the last creation that was accepted was made with, while more is found out. */
  learned: { readonly collection: Collection; readonly describe: () => string[] } | undefined;

  readonly #others: OtherWays<Rehearsed>;

  constructor(private readonly step: SetupStep) {
    this.#others = new OtherWays(step.site, this.notes, (turned, mayTurn) => this.create(turned, mayTurn));
  }

  async create(collection: Collection, mayTurn = true): Promise<Rehearsed> {
    const { site, ledger } = this.step;
    const bound = await this.step.bind(collection);
    const learner = new BodyLearner(collection, 'create', site.document);
    const compared = new MemberComparison();
    const all: Creation[] = [];
    let wrapper: string | undefined;
    const record = async (made: Creation) => {
      all.push(made);
      const shown = made.item && (await readShown(made, learner.collection));
      if (isEnvelopeOpen(collection)) wrapper ??= findItemMember(shown, made.sent, made.item?.id);
      compared.record(made.sent, wrapper === undefined ? shown : getMember(shown as JsonObject, wrapper));
    };
    while (learner.canContinue) {
      const tried = learner.collection;
      const made = await this.#post(tried, bound, learner.bodyNumber);
      if (hasStatus(made.exchange, 2)) this.learned = { collection: tried, describe: () => learner.describe() };
      if (learner.isAbsent(made.exchange)) {
        const dropped = this.#drop(learner.collection, 'create', made.exchange);
        const named = proposeNamedCreation(collection);
        return named ? this.create({ ...dropped, ...named }) : { collection: dropped, bound };
      }
      const turned = await this.#others.suggestedBy(tried, made);
      if (turned) return turned;
      learner.record(made.exchange, made.sent);
      await record(made);
    }
    const other = mayTurn ? await this.#others.afterRefusals(collection, all) : undefined;
    if (other) return other;
    const addressed = adoptKeyMember(adoptWrappedId(learner.collection, all) ?? learner.collection, all);
    const opened = wrapper === undefined ? undefined : openEnvelope(addressed, wrapper);
    if (opened) this.notes.push(opened.note);
    const known = opened?.collection ?? addressed;
    for (let more = 1; more <= extraItems && compared.isOpen(); more += 1)
      await record(await this.#post(known, bound, all.length + 1));
    this.notes.push(...learner.describe());
    const moved = await this.#findAddresses(known, bound, all);
    if (moved) return this.create(moved);
    const item = all.find((made) => made.item !== undefined)?.item;
    const another = async () => item && (await this.#post(known, bound, all.length + 1)).item;
    const settled = await measureReadLag(known, another, this.notes);
    // A member that takes an id may show the item itself.
    const isSent = (pointer: string) => known.parents.some(({ place }) => place === pointer);
    const computed = compared.listComputed().filter((pointer) => !isSent(pointer));
    const fewer = await this.#omitComputed(settled, computed, bound);
    if (item === undefined) return { collection: fewer, bound };
    return { collection: await measureListLag(fewer, item, this.#openItems(fewer, bound), ledger), bound, item };
  }

  /** Where the created items turn out to be elsewhere; undefined where they are as known. */
  async #findAddresses(known: Collection, { itemPath }: Collection, all: readonly Creation[]) {
    const moved = (await adoptItemPath(known, all)) ?? (await findItemId(known, itemPath, all, this.step));
    if (moved === undefined) return undefined;
    this.notes.push(moved.note);
    // They may have filled what may be left, because nothing removed them.
    if (known.remove === undefined) await this.step.cleanItems(moved.collection);
    return moved.collection;
  }

  /** An assumed GET of items is removed when the service returns no item although it created one. */
  async read(collection: Collection, item: Item): Promise<Collection> {
    if (findFact(collection, 'read')?.provenance !== 'assumed') return collection;
    const exchange = await item.getUntil((seen) => hasStatus(seen, 200));
    if (!isMethodAbsent(exchange)) return collection;
    const { read: _, head: __, ...rest } = collection;
    return { ...rest, facts: this.#noteMissing(rest, 'read', 'GET of an item', exchange) };
  }

  async write(collection: Collection, writing: 'replace' | 'patch', { item, bound }: Rehearsed): Promise<Collection> {
    const operation = collection[writing];
    const { site, ledger, wire } = this.step;
    const isDoubtful = writing === 'patch' && mayPatchReferences(collection, site.document);
    const isAssumed = operation?.provenance === 'assumed';
    const wrapper = findAssumedWrapper(collection, operation);
    // A POST of an item may do anything else.
    const isPost = operation?.method === 'POST';
    const isWorthIt = isAssumed || this.notes.length > 0 || isDoubtful || wrapper !== undefined || isPost;
    if (!item || !operation?.request || !isWorthIt) return collection;
    const isCompared = wrapper !== undefined || isPost;
    const before = isCompared ? (await item.get()).answer?.json : undefined;
    const learner = new BodyLearner(collection, writing, site.document);
    const write = async (known: Collection) => {
      const placed = placeBelow(known, bound);
      const client = createRuleClient({ ...site, wire: wire.for(placed), ledger, collection: placed });
      const bodies = createBodies(known, site.document);
      const source = writing === 'patch' ? bodies.patch() : bodies.replacement();
      // What differs from the creation shows whether it is stored.
      const turn = isCompared ? learner.bodyNumber + 1 : learner.bodyNumber;
      const [body = null] = (await drawFirstValues(source, site.seed, turn)).slice(-1);
      const json = writing === 'patch' ? preparePatch(item, body) : item.prepare(body);
      const headers = { 'content-type': known[writing]?.request?.mediaType ?? 'application/json' };
      const { method } = operation;
      return { json, exchange: await client.send({ method, path: item.path, json, headers, role: 'control' }) };
    };
    let last: Awaited<ReturnType<typeof write>> | undefined;
    while (learner.canContinue) {
      last = await write(learner.collection);
      if (learner.isAbsent(last.exchange)) return this.#drop(learner.collection, writing, last.exchange);
      learner.record(last.exchange, last.json);
    }
    this.notes.push(...learner.describe());
    if (!isCompared || last === undefined) return learner.collection;
    const isKept = await isStored(item, before, last);
    if (isPost && isKept) return proveUpdate(learner.collection, last.exchange);
    if (isPost) this.notes.push(describeNoUpdate(learner.collection, last.exchange));
    if (isPost || isKept) return learner.collection;
    const plain = sendPlain(learner.collection, operation.method);
    if (!(await isStored(item, before, await write(plain)))) return learner.collection;
    this.notes.push(
      `${collection.name}: ${operation.method} takes items as they are: what is sent in the member "${wrapper}" is not stored`,
    );
    return plain;
  }

  /** An assumed DELETE is removed when the service refuses it although the item exists. */
  async remove(collection: Collection, item: Item): Promise<Collection> {
    const { remove, ...rest } = collection;
    if (remove?.provenance !== 'assumed' || !this.step.site.mayDelete || !collection.read) return collection;
    const exchange = await item.delete();
    if (!isMethodAbsent(exchange) || !hasStatus(await item.get(), 200)) return collection;
    return { ...rest, facts: this.#noteMissing(rest, 'remove', 'DELETE', exchange) };
  }

  /** Sends a creation with the last of the first bodies. */
  async #post(known: Collection, bound: Collection, turn: number): Promise<Creation> {
    const { document, seed } = this.step.site;
    const items = this.#openItems(known, bound);
    const [body = null] = (await drawFirstValues(createBodies(known, document).body(), seed, turn)).slice(-1);
    return retrySetup(() => items.post(body, { role: 'control' }));
  }

  /** The items of a collection below its created parents. */
  #openItems(known: Collection, bound: Collection): SetupItems {
    return this.step.openItems(placeBelow(known, bound));
  }

  /**
   * Members found in existing items may be computed by the service. A member that it never keeps is no longer sent,
   * unless it is required.
   */
  async #omitComputed(known: Collection, computed: readonly string[], bound: Collection): Promise<Collection> {
    if (computed.length === 0) return known;
    const { marker, serverAssigned = [], ...rest } = known;
    const isSent = marker !== undefined && !computed.includes(marker);
    const fewer = { ...rest, serverAssigned: [...serverAssigned, ...computed], ...(isSent && { marker }) };
    const { exchange } = await this.#post(fewer, bound, 1);
    if (!hasStatus(exchange, 2)) return known;
    const names = computed.map((pointer) => pointer.slice(1)).join(', ');
    this.notes.push(
      `${known.name}: ${names} ${computed.length === 1 ? 'is' : 'are'} never sent, because the service sets its own values (exchange ${exchange.n})`,
    );
    return fewer;
  }

  /** Removes an assumed operation that the service does not implement. */
  #drop(collection: Collection, writing: WriteKind, exchange: Exchange): Collection {
    const { [writing]: _, creation, ...others } = collection;
    const rest = creation && writing !== 'create' ? { ...others, creation } : others;
    return { ...rest, facts: this.#noteMissing(rest, writing, exchange.method, exchange) };
  }

  #noteMissing({ name, facts }: Pick<Collection, 'name' | 'facts'>, about: string, what: string, exchange: Exchange) {
    const { method, path, answer, n } = exchange;
    this.notes.push(`${name}: ${what} is not implemented: the service answered ${answer?.status} (exchange ${n})`);
    return replaceFacts(facts, [createFact(about, false, 'observed', `${method} ${path}`)]);
  }
}

/** Reads a created item; only assumed bodies are worth this request. */
async function readShown({ item, exchange }: Creation, { create, read }: Collection): Promise<Json | undefined> {
  if (create?.provenance !== 'assumed') return undefined;
  const look = read && item ? await item.get() : undefined;
  // Reads may lag behind.
  return look && hasStatus(look, 200) ? look.answer?.json : exchange.answer?.json;
}

/** Whether an item shows a value that a write sent, one that it did not show before if there is one. */
async function isStored(item: Item, before: Json | undefined, { json, exchange }: { json: Json; exchange: Exchange }) {
  const sent = Object.entries(isObject(json) ? json : {});
  const isIn = (shown: Json | undefined, [name, value]: [string, Json]) =>
    isEquivalent(value, getAtPointer(shown, buildPointer([name])));
  const changed = sent.filter((one) => !isIn(before, one));
  const judged = changed.length > 0 ? changed : sent;
  const shows = ({ answer }: Exchange) => judged.length === 0 || judged.some((one) => isIn(answer?.json, one));
  return hasStatus(exchange, 2) && shows(await item.getUntil(shows));
}
