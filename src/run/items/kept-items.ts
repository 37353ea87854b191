import { isSafeMethod } from '../../http/method-guard.js';
import type { LedgerEntry } from '../../ledger/entry.js';
import { clock } from '../../model/clock.js';
import type { Exchange } from '../../model/exchange.js';
import { getAtPointer, isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { CaseClient } from './case-client.js';
import type { Identity } from './identity.js';
import type { ItemAddress } from './item-address.js';

/** An item of the run, as it was created. */
export interface KeptItem {
  readonly address: ItemAddress;
  readonly identity: Identity;
  readonly sent: Json;
  readonly made: Exchange;
  /** The idempotency key of its creation, and when that was answered, in milliseconds of the clock. */
  readonly key?: string | undefined;
  readonly madeAt: number;
  entry: LedgerEntry;
  /** The exchanges that created it and showed it first, as the evidence of a violation has them. */
  readonly evidence: CaseClient['seen'];
  /** GET in the case that created it, before the case wrote anything else: undefined until then, null where there was none. */
  first?: Exchange | null;
  /** Whether a case judged its creation by that GET. */
  isJudged?: boolean;
  /** Whether something was written to it, or sent with its marker, since. */
  isChanged?: boolean;
}

/** Whether a creation has an idempotency key of its own: it must, or its item stays, and can show later what the key does. */
export const needsKey = ({ idempotency, remove }: Collection, isPlain: boolean): boolean =>
  idempotency?.required === true || (idempotency?.in === 'header' && isPlain && remove === undefined);

/** Most items of a collection that are remembered. */
const maxItems = 50;
/** Most items that are replaced when they are gone. */
const maxDropped = 30;

/**
 * The items of a collection from which none was removed: it has no DELETE, or that fails. As only a few may be left, cases that need no new item use those of earlier cases, one at
 * a time.
 */
export class KeptItems {
  /** Whether GET ever showed an item of the collection. */
  hasShown = false;
  readonly #items = new Map<string, KeptItem>();
  /** Those that no case uses, the one that waits longest first. */
  readonly #idle = new Set<KeptItem>();
  /** The cases that wait for one. */
  readonly #waiting = new Map<(item: KeptItem) => void, (item: KeptItem) => boolean>();
  #dropped = 0;

  /** Remembers an item that was created; its case still uses it. */
  add(item: Omit<KeptItem, 'evidence'>, { seen }: Pick<CaseClient, 'seen'>): void {
    const evidence = seen.filter(({ n }) => n === item.made.n);
    if (this.#items.size < maxItems) this.#items.set(item.address.path, { ...item, evidence });
  }

  /** A repetition of its creation named an item: from now on it is in the ledger as that of this entry. */
  renew(path: string, entry: LedgerEntry): void {
    const item = this.#items.get(path);
    if (item) item.entry = entry;
  }

  /** Remembers what the case that created an item read first of it. */
  recordRead(path: string, exchange: Exchange, { seen }: Pick<CaseClient, 'seen'>): void {
    this.hasShown ||= exchange.answer?.status === 200;
    const item = this.#items.get(path);
    if (item === undefined || item.first !== undefined || exchange.answer?.status !== 200) return;
    // Any write may have changed it: an action, or one to another item.
    const isBetween = (n: number) => n > item.made.n && n < exchange.n;
    const isWritten = seen.some(({ n, method }) => isBetween(n) && !isSafeMethod(method));
    // Another case may have created one that takes a default from it.
    if (isWritten || [...this.#items.values()].some(({ made }) => isBetween(made.n))) item.first = null;
    if (item.first === null) return;
    item.first = exchange;
    item.evidence.push(...seen.filter(({ n }) => n === exchange.n));
  }

  /** After a write to an item or below it, or an action, a read does not show it as it was created. */
  recordWrite(path: string): void {
    for (const [at, item] of this.#items)
      if (path.startsWith(at) && /^([/:]|$)/.test(path.slice(at.length))) seal(item);
  }

  /** An item is gone, or an action was performed on it, so that it may refuse what other cases do: none uses it any more. */
  forget(path = ''): void {
    this.withhold(path);
    this.#items.delete(path);
  }

  /** Another creation has the marker of an item: the service may have stored it, too. */
  recordCopy(mark: string): void {
    for (const item of this.#items.values()) if (item.identity.mark === mark) seal(item);
  }

  /** No case uses an item until it is released. */
  withhold(path = ''): void {
    const item = this.#items.get(path);
    if (item) this.#idle.delete(item);
  }

  /** The case of an item is over, and the item stays. */
  release(path = ''): void {
    const item = this.#items.get(path);
    if (item) item.first ??= null;
    const [next] = [...this.#waiting].find(([, isFit]) => item && isFit(item)) ?? [];
    if (item && next) next(item);
    else if (item) this.#idle.add(item);
  }

  /** Takes an item that fits and that no case uses, until it is released; waits for one for this time in milliseconds. */
  async take(waitMs: number, isFit: (item: KeptItem) => boolean): Promise<KeptItem | undefined> {
    const item = [...this.#idle].find(isFit);
    if (item) this.#idle.delete(item);
    if (item || waitMs === 0 || ![...this.#items.values()].some(isFit)) return item;
    return new Promise((resolve) => {
      const end = (found?: KeptItem) => {
        this.#waiting.delete(end);
        cancel();
        resolve(found);
      };
      const cancel = clock.schedule(waitMs, () => end());
      this.#waiting.set(end, isFit);
    });
  }

  /** Forgets an item that is gone. False where so many are that they may only be hidden: then no others are created for them. */
  drop(path: string): boolean {
    this.#dropped += 1;
    return this.#dropped <= maxDropped && this.#items.delete(path);
  }

  /** Items of the collection can be removed, so that none is kept. */
  clear(): void {
    this.#items.clear();
    this.#idle.clear();
  }
}

function seal(item: KeptItem): void {
  item.first ??= null;
  item.isChanged = true;
}

/** Whether an item shows as little as the run wrote last: no member at all of those that it had. */
export const isEmptied = ({ prints, past = [] }: LedgerEntry, shown: Json | undefined): boolean =>
  isObject(shown) &&
  prints !== undefined &&
  Object.keys(prints).length === 0 &&
  past.length > 0 &&
  past.every((one) => Object.keys(one).every((place) => getAtPointer(shown, place) === undefined));

/** What an item has now of the content with which it was created: members that it does not show may be write-only. */
export const readContent = (sent: Json, shown: Json | undefined): Json =>
  isObject(sent) && isObject(shown)
    ? Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, Object.hasOwn(shown, name) ? (shown[name] ?? null) : value]),
      )
    : sent;
