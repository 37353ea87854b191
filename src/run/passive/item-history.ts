import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Effect } from '../../model/observed-exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { unwrapShown } from '../content/request-content.js';
import type { FindRoute, Route } from './route-table.js';
import {
  findEffect,
  findOutsideEffect,
  type ItemReads,
  isRefusedWrite,
  readCreatedIds,
  readSentItem,
  readShown,
  type SeenExchange,
  writePattern,
} from './seen-exchange.js';

/** A refused request whose item was read afterwards; with its effect where it has one. */
export interface FollowedWrite extends SeenExchange {
  readonly effect: Effect | undefined;
}

interface ItemState {
  /** Where it was read last, and the path of its creation with a slash at its end, as far as known. */
  readonly readAt: string | undefined;
  readonly madeBelow: string | undefined;
  /** What the item showed last; undefined after a write that may have changed it. */
  shown: JsonObject | undefined;
  /** What was sent to create it; null where that is unknown. */
  readonly sent: Json;
  /** Writes that were refused since. */
  refused: SeenExchange[];
  /** What an item of the run showed last, when no request has named it since but reads. */
  untouched: UntouchedItem | undefined;
}

interface UntouchedItem {
  readonly shown: Json;
  /** Whether GET showed it: the response to the creation may differ from that. */
  readonly isRead: boolean;
  /** Number of recorded exchanges when it was shown. */
  readonly at: number;
}

interface Consequences {
  /** The refused writes whose outcome it shows. */
  readonly followed: readonly FollowedWrite[];
  /** The requests during which an item changed that they do not name, the latest first: each of them may be the reason. */
  readonly suspects: readonly SeenExchange[];
}

/** Maximum number of items, and of refused creations, that are followed. */
const maxItems = 20_000;
const maxCreations = 5_000;
/** Exchanges that are kept, suspects of one change, and the length of the content of a response that is kept. */
const maxExchanges = 400;
const maxSuspects = 40;
const maxKeptText = 8_192;

/** The end of a path, to put a slash there. */
const pathEnd = /\/?(\?.*)?$/;

const nothing: Consequences = { followed: [], suspects: [] };

/**
 * Follows what items showed, whichever check reads them. What differs after a refused write is its effect. What differs between two
 * reads of an item of the run, without a request to it in between, was changed by another request, or by another client.
 */
export class ItemHistory {
  /** Whether a rule is about any of it. */
  readonly isFollowing: boolean;
  readonly #states = new Map<string, ItemState>();
  readonly #creations: SeenExchange[] = [];
  readonly #recent: SeenExchange[] = [];
  /** Paths whose DELETE was not refused; what is below them may be gone with them. */
  readonly #removed = new Set<string>();
  #count = 0;
  #findRoute: FindRoute | undefined;
  #collections: ReadonlyMap<string, Collection> = new Map();

  constructor(
    private readonly isAboutEffects: boolean,
    private readonly isAboutOthers: boolean,
  ) {
    this.isFollowing = isAboutEffects || isAboutOthers;
  }

  setRoutes(findRoute: FindRoute, collections: readonly Collection[]): void {
    this.#findRoute = findRoute;
    this.#collections = new Map(collections.map((one) => [one.name, one]));
  }

  record(seen: SeenExchange, route: Route): Consequences {
    const { exchange } = seen;
    const key = `${route.collection} ${route.id}`;
    const state = route.id === undefined ? undefined : this.#states.get(key);
    const shown = route.kind === 'item' ? readShown(exchange, this.#getForm(route)) : undefined;
    const after = shown === null && !this.#isGone(exchange.path, route, state) ? undefined : shown;
    const suspects = after === undefined || !state?.untouched ? [] : this.#listSuspects(state, after, route);
    this.#count += 1;
    this.#remember(seen);
    if (route.id === undefined) {
      if (route.kind === 'collection' && exchange.method === 'POST') this.#recordCreation(seen, route.collection);
      return nothing;
    }
    if (writePattern.test(exchange.method)) {
      this.#recordWrite(seen, key, state);
      return nothing;
    }
    if (after === undefined) return nothing;
    const isFollowed = state?.shown !== undefined && state.refused.length > 0;
    const reads = isFollowed && { before: state.shown as Json, after, sent: state.sent };
    const followed = reads ? listFollowed(state.refused, reads, this.#getForm(route)) : [];
    this.#set(key, {
      ...{ readAt: exchange.path, madeBelow: state?.madeBelow },
      shown: after ?? undefined,
      sent: state?.sent ?? null,
      refused: [],
      untouched: state?.untouched && after !== null ? { shown: after, isRead: true, at: this.#count } : undefined,
    });
    return followed.length + suspects.length === 0 ? nothing : { followed, suspects };
  }

  /** Whether a write to this item was refused, and the item was not read since. */
  readonly isOpen = (path: string): boolean => {
    const { collection, id } = this.#findRoute?.(path) ?? {};
    const state = this.isAboutEffects && id !== undefined ? this.#states.get(`${collection} ${id}`) : undefined;
    return state?.shown !== undefined && state.refused.length > 0;
  };

  listRefusedCreations(): readonly SeenExchange[] {
    return this.#creations;
  }

  /** The collection of a route, by which its items are sent and shown. */
  #getForm({ collection }: Route): Pick<Collection, 'envelope'> {
    return this.#collections.get(collection) ?? {};
  }

  #set(key: string, state: ItemState): void {
    if (this.#states.size < maxItems || this.#states.has(key)) this.#states.set(key, state);
  }

  #recordCreation(seen: SeenExchange, name: string): void {
    const { exchange } = seen;
    if (isRefusedWrite(exchange) && this.#creations.length < maxCreations) this.#creations.push(seen);
    const collection = this.#collections.get(name);
    if (collection === undefined || (exchange.answer?.status ?? 500) > 299) return;
    const json = unwrapShown(collection, exchange.answer?.json);
    const shown = isObject(json) ? json : undefined;
    const content = readSentItem(exchange, collection);
    const untouched = shown && content && { shown, isRead: false, at: this.#count };
    const madeBelow = exchange.path.replace(pathEnd, '/');
    for (const id of readCreatedIds(exchange, collection))
      this.#set(`${name} ${id}`, {
        readAt: undefined,
        madeBelow,
        shown,
        sent: content ?? null,
        refused: [],
        untouched,
      });
  }

  #recordWrite(seen: SeenExchange, key: string, state: ItemState | undefined): void {
    const { method, path, answer } = seen.exchange;
    // Nothing is compared with the state of an item that was removed: a long run removes thousands.
    if (method === 'DELETE' && answer !== undefined && answer.status >= 200 && answer.status <= 299)
      this.#states.delete(key);
    else if (!isRefusedWrite(seen.exchange))
      this.#set(key, {
        ...{ readAt: state?.readAt ?? path, madeBelow: state?.madeBelow },
        ...{ shown: undefined, sent: state?.sent ?? null },
        ...{ refused: [], untouched: undefined },
      });
    else if (state !== undefined) {
      state.refused.push(seen);
      state.untouched = undefined;
    }
  }

  /** Whether what is not found was there before, and did not go with what is above it. */
  #isGone(path: string, { template }: Route, state: ItemState | undefined): boolean {
    if (state === undefined) return false;
    const { readAt, madeBelow = path } = state;
    // An id is found below its own parents only.
    const isFlat = template.split('{').length === 2;
    if (!isFlat && path !== readAt && (readAt !== undefined || !path.startsWith(madeBelow))) return false;
    const isBelowRemoved = (one: string) =>
      [...one.matchAll(/\//g)].some(({ index }) => this.#removed.has(one.slice(0, index + 1)));
    return !isBelowRemoved(path) && !isBelowRemoved(madeBelow);
  }

  /** Only the request is repeated, so long responses are not kept. */
  #remember(seen: SeenExchange): void {
    const { exchange, sent } = seen;
    if (exchange.method === 'DELETE' && !isRefusedWrite(exchange) && this.#removed.size < maxItems)
      this.#removed.add(exchange.path.replace(pathEnd, '/'));
    if (!this.isAboutOthers) return;
    const isLong = exchange.answer !== undefined && exchange.answer.text.length > maxKeptText;
    const answer = isLong && exchange.answer ? { ...exchange.answer, text: '', json: undefined } : exchange.answer;
    this.#recent.push(isLong ? { exchange: { ...exchange, answer }, sent: { ...sent, answer } } : seen);
    if (this.#recent.length > maxExchanges) this.#recent.shift();
  }

  /** The requests to anything else since an item was shown, if it shows something else now. */
  #listSuspects({ untouched, sent }: ItemState, after: JsonObject | null, { collection, id }: Route): SeenExchange[] {
    const outside = untouched && findOutsideEffect({ shown: untouched.shown, sent }, after, collection);
    if (untouched === undefined || outside === undefined) return [];
    if (!untouched.isRead && outside.kind !== 'removed') return [];
    const isElsewhere = ({ exchange: { path } }: SeenExchange) => {
      const other = this.#findRoute?.(path);
      return other?.id !== id || other?.collection !== collection;
    };
    return this.#recent
      .slice(Math.max(0, this.#recent.length - (this.#count - untouched.at)))
      .filter((one) => isElsewhere(one) && !overridesMethod(one.exchange))
      .slice(-maxSuspects)
      .reverse()
      .map(({ exchange, sent: got }) => ({ exchange: { ...exchange, outside }, sent: got }));
  }
}

/** The last refused write that explains a difference has the effect; the others have none. */
function listFollowed(
  refused: readonly SeenExchange[],
  reads: ItemReads,
  collection: Pick<Collection, 'envelope'>,
): FollowedWrite[] {
  const effects = refused.map(({ exchange }) => findEffect(exchange, reads, collection));
  const last = effects.findLastIndex((effect) => effect !== undefined);
  return refused.map((write, index) => ({ ...write, effect: index === last ? effects[index] : undefined }));
}

/** A request that asks for another method than its own has a rule of its own, which knows what it may do. */
const overridesMethod = ({ fields = {}, path }: SeenExchange['exchange']): boolean =>
  /[?&]_method=/.test(path) || Object.keys(fields).some((name) => /method/i.test(name));
