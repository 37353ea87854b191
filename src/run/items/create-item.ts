import { randomUUID } from 'node:crypto';
import { type LedgerEntry, permitWrite } from '../../ledger/entry.js';
import type { BodyDigests } from '../../ledger/lines.js';
import { hasMarker, parseSentBody } from '../../ledger/markers.js';
import { UnsentError } from '../../limits/request-meter.js';
import { clock, pollUntil } from '../../model/clock.js';
import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { AbortPoint, HttpRequest } from '../../rule/http/request.js';
import type { CreateOptions, Creation } from '../../rule/items.js';
import { addIdempotencyKey, buildContent } from '../content/request-content.js';
import { sendOwned } from '../writes/own-writes.js';
import { createRemovalTrial } from '../writes/removal-trial.js';
import { awaitCompletion } from './actions.js';
import type { CaseClient } from './case-client.js';
import { requireFree, requireId } from './chosen-address.js';
import type { CreationRecord } from './collection-state.js';
import { awaitItem, resolveAddress, showsContent } from './created-address.js';
import {
  buildIntention,
  canCarryMarker,
  chooseAddress,
  createIdentity,
  hasIdentityText,
  type Identity,
  prepareBody,
} from './identity.js';
import { type ItemAddress, readCreatedAddress, readEntryAddress, readIdAsText } from './item-address.js';
import { findingOwn, ItemHandle, type ItemSetting } from './item-handle.js';
import { needsKey } from './kept-items.js';
import { listItems } from './lists.js';

/** Creates an item when its turn has come; how the item is identified depends on earlier creations in the collection. */
export async function postCreation(setting: ItemSetting, body: Json, making: CreateOptions = {}): Promise<Creation> {
  const { collection, wire } = setting;
  const { role, like, text, key, isInvalid = like !== undefined || text !== undefined } = making;
  const refusalOf = key === undefined ? 'content' : 'key';
  const addressing =
    isInvalid && role !== 'control' ? setting.addressing.expectingRefusal(refusalOf) : setting.addressing;
  const { creation } = await wire.creating((free) => {
    const own = { ...setting, wire: free };
    return addressing.createTracked(
      collection.name,
      (isOpen) => postAndLocate(own, body, making, isOpen, setting),
      createRemovalTrial(own, body, (tried) => postAndLocate(own, tried, { role: 'control' }, true)),
    );
  });
  return creation;
}

/**
 * Creates an item, for one who then uses it in the setting `user`: enters it in the ledger, sends it, finds its address. `isOpen` says
 * that it is unknown how items of the collection are addressed.
 */
async function postAndLocate(
  setting: ItemSetting,
  body: Json,
  making: CreateOptions,
  isOpen: boolean,
  user = setting,
): Promise<CreationRecord & { creation: Creation }> {
  const { collection, ledger, addressing } = setting;
  const isPlain = making.text === undefined && making.like === undefined;
  // The first item carries its marker, so that it can be identified.
  const prepared = prepareCreation(setting, body, isOpen && isPlain ? { ...making, marked: true } : making);
  const { entry, identity, sent, key } = prepared;
  if (making.like) addressing.of(collection.name).kept.recordCopy(identity.mark);
  else if (prepared.chosen) await requireFree(setting, entry, prepared.chosen);
  const answered = await sendCreation(setting, prepared);
  const prepareSecond = () => prepareCreation(setting, body, { ...making, marked: true, role: 'control' });
  const { known, address } = hasStatus(answered.exchange, 2)
    ? await locateCreated(findingOwn(setting), prepared, answered, { isOpen, isPlain, prepareSecond })
    : { known: undefined };
  // A repetition names the first item: with its key, or where the client chooses the address.
  const first = address && ledger.find(address.path);
  const isRepeat = (first ?? entry) !== entry || (making.like && prepared.chosen) !== undefined;
  if (address) ledger.recordCreated(entry, address.path);
  const isOpen202 = answered.exchange.answer?.status === 202;
  const exchange =
    address && isOpen202 ? await awaitItem(findingOwn(setting), address, answered.exchange) : answered.exchange;
  const report = { n: exchange.n, known, status: exchange.answer?.status };
  const creation = { ...identity, sent, exchange, key };
  if (address === undefined) return { ...report, creation: { ...creation, item: undefined } };
  const state = addressing.of(collection.name);
  if (isRepeat) state.kept.renew(address.path, entry);
  else if (isPlain) state.workingBody = body;
  if (isPlain && !isRepeat && !making.as && !making.headers && !state.hasRemoved)
    state.kept.add({ address, identity, sent, made: exchange, entry, key, madeAt: clock.now() }, setting.wire);
  const item = new ItemHandle(user, address, { identity, sent, made: exchange, entry, role: making.role });
  return { ...report, isRepeat, creation: { ...creation, item } };
}

interface PreparedCreation {
  readonly entry: LedgerEntry;
  readonly order: HttpRequest;
  readonly identity: Identity;
  /** The sent body, with unique members and marker. */
  readonly sent: Json;
  readonly chosen: ItemAddress | undefined;
  readonly key: string | undefined;
}

/** Prepares a creation and enters it in the ledger before it is sent. */
function prepareCreation(setting: ItemSetting, body: Json, making: CreateOptions): PreparedCreation {
  const { addressing, collection, ledger, document, runMark } = setting;
  const { create, creation, idempotency } = collection;
  if (!create) throw new InconclusiveError('setup', `no request creates items in ${collection.name}`);
  const identity = (making.like as Creation & Identity) ?? createIdentity(runMark);
  const chosen = creation?.isNamed ? chooseAddress(collection, creation, identity) : undefined;
  const isMarked = making.like === undefined && (making.marked ?? canCarryMarker(collection, body, document));
  const sent = making.like?.sent ?? prepareBody(collection, body, identity, { isMarked, document });
  const isIdSent = collection.unique.includes(collection.id.pointer);
  if (isIdSent && addressing.of(collection.name).isForeign) requireId(setting, sent, making.text);
  const content = buildContent(sent, create.request?.mediaType);
  const isPlain = (making.like ?? making.text ?? making.headers) === undefined;
  const usual = making.key === undefined && needsKey(collection, isPlain) ? randomUUID() : undefined;
  const key = making.key ?? usual;
  const keyed = idempotency && key !== undefined ? addIdempotencyKey(idempotency, content, key) : content;
  const order: HttpRequest = {
    method: create.method,
    path: chosen?.path ?? creation?.path ?? collection.path,
    ...(making.text === undefined ? { json: keyed.json ?? null } : { text: making.text }),
    headers: { ...keyed.headers, ...making.headers },
    ...(making.role && { role: making.role }),
    ...(making.as && { as: making.as }),
  };
  const entry = ledger.intend(collection.name, identity.mark, buildIntention(collection, order, identity, sent));
  if (chosen !== undefined) ledger.recordCreated(entry, chosen.path);
  return { entry, order, identity, sent, chosen, key };
}

interface AnsweredCreation {
  readonly exchange: Exchange;
  /** The address that the client chose, or that the status monitor leads to. */
  readonly told: ItemAddress | undefined;
}

/** Sends a prepared creation, and follows an accepted one (202) until it completes. */
async function sendCreation(
  setting: ItemSetting,
  { entry, order, chosen }: PreparedCreation,
): Promise<AnsweredCreation> {
  const { wire, ledger } = setting;
  const exchange = await sendOwned(ledger, entry, () => wire.send({ ...order, record: permitWrite(entry) }));
  if (!hasStatus(exchange, 202)) return { exchange, told: chosen };
  ledger.recordPending(entry);
  const { isDone, address } = await awaitCompletion({ ...findingOwn(setting), as: order.as }, exchange);
  return { exchange: { ...exchange, isDone }, told: chosen ?? address };
}

interface LocateOptions {
  /** Whether it is unknown how items of the collection are addressed. */
  readonly isOpen: boolean;
  /** Whether the content was generated here and is not a repetition. */
  readonly isPlain: boolean;
  readonly prepareSecond: () => PreparedCreation;
}

/** Locates a created item by the response; as long as no response of the collection had an address, also by the list. */
async function locateCreated(
  setting: ItemSetting,
  { entry, identity, sent, order: { text } }: PreparedCreation,
  { exchange, told }: AnsweredCreation,
  { isOpen, isPlain, prepareSecond }: LocateOptions,
): Promise<Pick<CreationRecord, 'known'> & { readonly address?: ItemAddress }> {
  const carried = typeof text === 'string' ? (parseSentBody(text) ?? null) : sent;
  const named = told ?? (await resolveAddress(setting, exchange, { ...identity, sent: carried }));
  if (named === undefined) {
    const isLost = !isPlain && hasStatus(exchange, 201);
    if (!isOpen && !isLost) return { known: 'nowhere' };
    const found = await findListedItem(setting, { mark: identity.mark, bears: entry.bears, sent });
    return typeof found === 'object' ? { known: 'by list', address: found } : { known: found };
  }
  if (await isExistingItem(setting, named, exchange, identity, isOpen && isPlain && prepareSecond)) {
    releaseForeignItem(setting, entry, exchange, identity);
    return { known: 'foreign' };
  }
  // As long as it is a guess, each item carries its marker, and one is created at a time.
  return { address: named, known: !isPlain ? undefined : 'isGuess' in named ? 'by list' : 'by answer' };
}

/**
 * Returns the address of the single list entry that shows the marker as it was sent; below an item of the run, also of the single new
 * one that shows what was sent. Without one, `none` where the whole list shows items only that are known.
 */
async function findListedItem(
  { collection, wire, addressing, baseUrl, runMark }: ItemSetting,
  { mark, bears = {}, sent }: { readonly mark: string; readonly bears: BodyDigests | undefined; readonly sent: Json },
): Promise<ItemAddress | 'none' | 'nowhere'> {
  const { list: operation, consistency, marker, standing = [], isBelowOwnItem = false } = collection;
  if (operation === undefined) return 'nowhere';
  const { found } = addressing.of(collection.name);
  const readPath = (entry: Json) => readEntryAddress(collection, entry)?.path ?? '';
  const isOurs = (entry: Json) =>
    !standing.includes(readIdAsText(collection, entry) ?? '') &&
    (hasMarker(entry, { mark, bears }, marker) ||
      (isBelowOwnItem && !found.has(readPath(entry)) && showsContent(entry, sent)));
  const look = () => listItems({ collection, wire, baseUrl }, (entries) => entries.some(isOurs));
  const { entries, isWhole } = await pollUntil(look, (listing) => listing.entries.some(isOurs), consistency.listMs);
  const [one, ...others] = entries.filter(isOurs);
  const isKnown = (entry: Json) => {
    const text = JSON.stringify(entry);
    const isOfAnother = text.includes(runMark) && !text.includes(mark);
    return isOfAnother || standing.includes(readIdAsText(collection, entry) ?? '');
  };
  if (one === undefined && isWhole && entries.every(isKnown)) return 'none';
  if (one === undefined || others.length > 0) return 'nowhere';
  found.add(readPath(one));
  return readEntryAddress(collection, one) ?? 'nowhere';
}

/**
 * Whether the response to a creation names an item that existed before: an unchanged item of the list, or, while it is unknown how
 * items are addressed (`prepareSecond`), an item without the sent content that a second creation returns, too. Returning an existing
 * item is legal, but the run must not change it.
 */
async function isExistingItem(
  setting: ItemSetting,
  { id, path }: ItemAddress,
  exchange: Exchange,
  identity: Identity,
  prepareSecond: (() => PreparedCreation) | false,
): Promise<boolean> {
  const { collection, wire, ledger, baseUrl } = setting;
  const { standing = [] } = collection;
  if (standing.includes(id)) return true;
  if (!prepareSecond || standing.length === 0 || hasIdentityText(exchange, identity)) return false;
  const read = await wire.trySend({ method: 'GET', path, role: 'control' });
  if (hasStatus(read, 200) && hasIdentityText(read, identity)) return false;
  const second = prepareSecond();
  const { exchange: answer, told } = await sendCreation(setting, second);
  const address = hasStatus(answer, 2)
    ? (told ??
      readCreatedAddress(collection, answer, baseUrl) ??
      (await resolveAddress(setting, answer, { ...second.identity, sent: second.sent })))
    : undefined;
  if (address === undefined) return false;
  // What existed before could be read.
  if (address.path === path && !hasStatus(read, 404, 410)) {
    ledger.recordGone(second.entry);
    return true;
  }
  ledger.recordCreated(second.entry, address.path);
  return false;
}

/** An item of another owner is not removed; if it shows our marker, it is reported. */
function releaseForeignItem(
  { ledger, collection, baseUrl }: ItemSetting,
  entry: LedgerEntry,
  exchange: Exchange,
  identity: Identity,
): void {
  const path = readCreatedAddress(collection, exchange, baseUrl)?.path;
  const why = 'its address belongs to an item that existed before, so it is not removed';
  if (path === undefined || !hasIdentityText(exchange, identity)) ledger.recordGone(entry);
  else ledger.recordLeftover(entry, path, why, { isForeign: true });
}

/**
 * A request aborted in the middle creates nothing; after a complete one, the outcome is unknown until it is repeated.
 */
export async function abortCreation(
  setting: ItemSetting,
  body: Json,
  making: CreateOptions & { readonly abortAt: AbortPoint },
): Promise<Creation> {
  const { addressing, collection, ledger } = setting;
  const send = async (wire: CaseClient) => {
    const { entry, order, identity, sent } = prepareCreation(setting, body, making);
    try {
      const exchange = await wire.abort({ ...order, record: permitWrite(entry) }, making.abortAt);
      if (making.abortAt === 'half') ledger.recordGone(entry);
      // If the service ignores keys, the repetition creates another item, and its response does not name this one.
      else ledger.markUncertain(entry);
      return { n: exchange.n, known: undefined, creation: { ...identity, sent, exchange, item: undefined } };
    } catch (error) {
      // A request that was never sent cannot have created anything.
      if (error instanceof UnsentError) ledger.recordGone(entry);
      throw error;
    }
  };
  const { creation } = await setting.wire.creating((free) =>
    addressing.createTracked(collection.name, () => send(free)),
  );
  return creation;
}
