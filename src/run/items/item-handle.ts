import { type LedgerEntry, permitWrite } from '../../ledger/entry.js';
import { digestMarkers } from '../../ledger/markers.js';
import type { LedgerScope } from '../../ledger/scope.js';
import { pollUntil } from '../../model/clock.js';
import { type Exchange, hasStatus, isPending, type Method } from '../../model/exchange.js';
import { getMember, isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { isNewlyDeleted } from '../../rule/compare/tombstone.js';
import type { CreateOptions, Item } from '../../rule/items.js';
import type { Rule } from '../../rule/rule.js';
import { buildContent } from '../content/request-content.js';
import type { RunContext } from '../run-context.js';
import { announceWrite, followIdentity, requireWritable, sendOwned, sendOwnRemoval } from '../writes/own-writes.js';
import { awaitCompletion, buildActionRequest } from './actions.js';
import type { CaseClient } from './case-client.js';
import { type Identity, prepareBody } from './identity.js';
import type { ItemAddress } from './item-address.js';
import type { KeptItem } from './kept-items.js';

type GivenContext = Pick<
  RunContext,
  'baseUrl' | 'runMark' | 'addressing' | 'document' | 'mayWrite' | 'mayDelete' | 'purges' | 'maxItems'
>;

/** What creating the items of a case requires. */
export interface ItemSetting extends GivenContext {
  readonly collection: Collection;
  readonly wire: CaseClient;
  readonly ledger: LedgerScope;
  /** How many items of earlier cases will do where no more may be created; 0 when absent. */
  readonly reusedItems?: number;
  /** Which of them will do where what created them is judged. */
  readonly judgesCreations?: Rule['judgesCreations'];
  /** Wait after a creation before the item is used, in milliseconds. */
  readonly restMs: number;
}

/** The same, for reads that look for an item that was created. */
export const findingOwn = (setting: ItemSetting): ItemSetting => ({
  ...setting,
  wire: setting.wire.with({ findsOwn: true }),
});

interface ItemParts extends Pick<KeptItem, 'identity' | 'sent' | 'made'> {
  /** Its ledger entry; an item that does not exist or was not created by the run has none. */
  readonly entry: LedgerEntry | undefined;
  readonly role?: 'control' | undefined;
  /** What the first GET of it returned, when an earlier case created it. */
  readonly first?: Exchange | null | undefined;
}

/** Longest wait for an accepted removal without a status monitor, in milliseconds: usually, and where removals were seen to take longer. */
const [usualRemovalMs, maxRemovalMs] = [3_000, 15_000];

/** One item; what is done through it is entered in the ledger. */
export class ItemHandle implements Item {
  readonly id: string;
  readonly path: string;
  readonly sent: Json;
  readonly createdBy: Exchange;
  readonly identity: Identity;
  private readonly role: { readonly role?: 'control' };
  /** As long as the item exists. */
  private entry: LedgerEntry | undefined;
  private isRemoved = false;
  private first: Exchange | null | undefined;

  constructor(
    private readonly setting: ItemSetting,
    { id, path }: ItemAddress,
    { identity, sent, made, entry, role, first }: ItemParts,
  ) {
    this.first = first;
    this.id = id;
    this.path = path;
    this.sent = sent;
    this.createdBy = made;
    this.identity = identity;
    this.role = role ? { role } : {};
    this.entry = entry;
  }

  prepare(body: Json, { marked: isMarked }: Pick<CreateOptions, 'marked'> = {}): Json {
    const { collection, document } = this.setting;
    return prepareBody(collection, body, this.identity, { isMarked, document });
  }

  async get(query = ''): Promise<Exchange> {
    const { setting, path, first } = this;
    this.first = undefined;
    if (first) return first;
    const { wire, collection, addressing } = setting;
    const headers = { 'cache-control': 'no-cache' };
    const exchange = await wire.send({ method: 'GET', path: path + query, headers, ...this.role });
    if (this.entry) this.entry.wasShown ||= hasStatus(exchange, 200);
    if (this.isRemoved) this.noteAfterRemoval(exchange);
    if (query === '') addressing.of(collection.name).kept.recordRead(path, exchange, wire);
    return exchange;
  }

  getUntil(isSettled: (exchange: Exchange) => boolean): Promise<Exchange> {
    const { collection, addressing } = this.setting;
    const { item } = addressing.of(collection.name).polls;
    return pollUntil(() => this.get(), isSettled, collection.consistency.itemMs, item);
  }

  head(): Promise<Exchange> {
    const headers = { 'cache-control': 'no-cache' };
    return this.setting.wire.send({ method: 'HEAD', path: this.path, headers, ...this.role });
  }

  put(body: Json): Promise<Exchange> {
    return this.write('PUT', body, this.setting.collection.replace?.request?.mediaType);
  }

  patch(patch: Json): Promise<Exchange> {
    const { method, request } = this.setting.collection.patch ?? {};
    return this.write('PATCH', patch, request?.mediaType, method);
  }

  async delete(): Promise<Exchange> {
    const { path, entry } = this;
    const { collection, wire, ledger, addressing, purges } = this.setting;
    requireWritable(this.setting, { method: 'DELETE', path });
    if (entry) await this.unlock(entry);
    const record = entry ? permitWrite(entry) : ledger.recordRequest('DELETE', path);
    const send = () => wire.send({ method: 'DELETE', path, ...this.role, record });
    let exchange = await this.follow(await (entry ? sendOwnRemoval(entry, send) : send()));
    if (isPending(exchange)) {
      const isGone = (seen: Exchange) =>
        hasStatus(seen, 404, 410) || isNewlyDeleted(this.contentAtFirst(), seen.answer?.json);
      const { polls, removalMs = 0 } = addressing.of(collection.name);
      const windowMs = Math.max(usualRemovalMs, Math.min(maxRemovalMs, 1.5 * removalMs));
      const look = await pollUntil(() => this.get(), isGone, windowMs, polls.removal);
      exchange = { ...exchange, isDone: isGone(look) };
    }
    if (!entry || isPending(exchange) || !hasStatus(exchange, 2, 410)) return exchange;
    addressing.recordRemoved(collection.name);
    // Purge steps follow when the case is over.
    if (getMember(purges, collection.name) !== undefined) return exchange;
    ledger.recordRemoved(entry);
    this.entry = undefined;
    this.isRemoved = true;
    return exchange;
  }

  /** Performs the action without which DELETE of an earlier item was refused. Declared states are led to their end by the rules. */
  private async unlock(entry: LedgerEntry): Promise<void> {
    const { collection, wire, addressing } = this.setting;
    const { unlocking = [] } = collection.states === undefined ? addressing.of(collection.name) : {};
    for (const action of unlocking)
      await wire.send({ ...buildActionRequest(action, this), record: permitWrite(entry) });
  }

  /** Sends a write with a body. To a path without an item of the run, it may create one. */
  private async write(
    method: 'PUT' | 'PATCH',
    json: Json,
    mediaType: string | undefined,
    sentMethod: Method = method,
  ): Promise<Exchange> {
    const { setting, path, identity, entry: known } = this;
    const { collection, wire, ledger } = setting;
    requireWritable(setting, { method, path });
    const content = { method: sentMethod, path, ...this.role, ...buildContent(json, mediaType) };
    if (known !== undefined) {
      announceWrite(setting, { method, path, json });
      const exchange = await this.follow(await wire.send({ ...content, record: permitWrite(known) }));
      followIdentity(setting, exchange, known, json);
      return exchange;
    }
    const bears = digestMarkers(json, identity.mark, collection);
    const entry = ledger.intend(collection.name, identity.mark, { at: collection.path, bears });
    ledger.recordCreated(entry, path);
    const send = async () => this.follow(await wire.send({ ...content, record: permitWrite(entry) }));
    const exchange = await sendOwned(ledger, entry, send);
    followIdentity(setting, exchange, entry, json);
    if (hasStatus(exchange, 2)) this.entry = entry;
    return exchange;
  }

  /** What was sent, and what the creation returned: it may name less, such as the id alone. */
  private contentAtFirst(): Json {
    const { json } = this.createdBy.answer ?? {};
    return { ...(isObject(this.sent) && this.sent), ...(isObject(json) && json) };
  }

  /** Follows an accepted request until it completes. */
  private async follow(exchange: Exchange): Promise<Exchange> {
    if (exchange.answer?.status !== 202) return exchange;
    const { isDone } = await awaitCompletion({ ...this.setting, self: exchange.path }, exchange);
    return { ...exchange, isDone };
  }

  /** Records what a read shows after a removal: an undeclared tombstone, or the item itself, identified by its marker. */
  private noteAfterRemoval({ path, answer }: Exchange): void {
    const { collection, addressing } = this.setting;
    if (collection.deletion.mode === 'soft') return;
    const state = addressing.of(collection.name);
    const isShown = answer?.status === 200;
    const isBuried = isShown && isNewlyDeleted(this.contentAtFirst(), answer.json);
    if (isBuried) state.hasTombstones = true;
    if (isShown && !isBuried && (answer.text ?? '').includes(this.identity.mark)) state.lingering = path;
    else if (state.lingering === path) state.lingering = undefined;
  }
}
