import type { SentExchange } from '../../../http/exchange.js';
import { isObject, type Json } from '../../../model/json.js';
import type { ObservedExchange, OutsideEffect } from '../../../model/observed-exchange.js';
import type { Collection } from '../../../model/service/subject.js';
import { readCreatedIds } from '../effects/read-created-ids.js';
import { findChangedMembers, readObject } from '../effects/refused-write.js';
import type { FindRoute, Route } from '../route-table.js';

/** An exchange, as it was observed and as the client returned it. */
export interface RecordedExchange {
  readonly exchange: ObservedExchange;
  readonly sent: SentExchange;
}

interface KnownItem {
  readonly shown: Json;
  /** What was sent to create it. */
  readonly content: Json;
  /** Whether GET showed it: the response to the creation may differ from that. */
  readonly isRead: boolean;
  /** Number of recorded exchanges when it was shown. */
  readonly at: number;
}

/** Exchanges that are kept, items that are followed, and suspects of one change. */
const maxExchanges = 400;
const maxItems = 5_000;
const maxSuspects = 40;

/**
 * Follows the items of the run that no request names: one that differs between two reads, without a request to it in
 * between, was changed by another request, or by another client.
 */
export function createChangeLog() {
  let findRoute: FindRoute | undefined;
  let collections: readonly Collection[] = [];
  const items = createKnownItems();
  const recent: RecordedExchange[] = [];
  let count = 0;
  const listBetween = (at: number, key: string, outside: OutsideEffect) =>
    recent
      .slice(Math.max(0, recent.length - (count - at)))
      .filter(({ exchange: { path } }) => findRoute === undefined || buildKey(findRoute(path)) !== key)
      .slice(-maxSuspects)
      .reverse()
      .map(({ exchange, sent }) => ({ exchange: { ...exchange, outside }, sent }));
  const findSuspects = (exchange: ObservedExchange, route: Route): readonly RecordedExchange[] => {
    const key = buildKey(route);
    const known = key === undefined ? undefined : items.get(key);
    const after = route.kind === 'item' ? readShown(exchange) : undefined;
    if (key === undefined || known === undefined || after === undefined) return [];
    const outside = findOutsideEffect(known, after, route.collection);
    const isShown = known.isRead || outside?.kind === 'removed';
    return outside !== undefined && isShown ? listBetween(known.at, key, outside) : [];
  };
  return {
    /**
     * Records an exchange. Where it shows such a change, returns the requests that ended in between, the latest first: each of
     * them may be the reason.
     */
    record(exchange: ObservedExchange, sent: SentExchange): readonly RecordedExchange[] {
      const route = findRoute?.(exchange.path);
      if (route === undefined) return [];
      const suspects = findSuspects(exchange, route);
      count += 1;
      recent.push(shorten({ exchange, sent }));
      if (recent.length > maxExchanges) recent.shift();
      const collection = collections.find(({ name }) => name === route.collection);
      if (collection !== undefined) items.record(exchange, { route, collection, at: count });
      return suspects;
    },
    setRoutes(routes: FindRoute, known: readonly Collection[]): void {
      findRoute = routes;
      collections = known;
    },
  };
}

interface Place {
  readonly route: Route;
  readonly collection: Collection;
  readonly at: number;
}

/** What the items of the run showed last. */
function createKnownItems() {
  const items = new Map<string, KnownItem>();
  const keep = (key: string, item: KnownItem) => {
    if (items.size < maxItems || items.has(key)) items.set(key, item);
  };
  const keepCreated = (exchange: ObservedExchange, { collection, at }: Place) => {
    const [shown, content] = [exchange.answer?.json, readObject(exchange.content)];
    const isCreated = exchange.answer !== undefined && exchange.answer.status <= 299;
    if (!isCreated || !isObject(shown) || content === undefined) return;
    for (const id of readCreatedIds(exchange, collection))
      keep(`${collection.name} ${id}`, { shown, content, isRead: false, at });
  };
  const update = (exchange: ObservedExchange, key: string, { route, at }: Place) => {
    const known = items.get(key);
    const shown = route.kind === 'item' ? readShown(exchange) : undefined;
    if (/^(POST|PUT|PATCH|DELETE)$/.test(exchange.method) || shown === null) items.delete(key);
    else if (known !== undefined && shown !== undefined) keep(key, { ...known, shown, isRead: true, at });
  };
  return {
    get: (key: string) => items.get(key),
    record(exchange: ObservedExchange, place: Place): void {
      const key = buildKey(place.route);
      if (key !== undefined) update(exchange, key, place);
      else if (place.route.kind === 'collection' && exchange.method === 'POST') keepCreated(exchange, place);
    },
  };
}

/** Maximum length of the content of a response that is kept. */
const maxKeptText = 8_192;

/** Only the request is repeated, so long responses are not kept. */
function shorten({ exchange, sent }: RecordedExchange): RecordedExchange {
  if (exchange.answer === undefined || exchange.answer.text.length <= maxKeptText) return { exchange, sent };
  const answer = { ...exchange.answer, text: '', json: undefined };
  return { exchange: { ...exchange, answer }, sent: { ...sent, answer } };
}

const buildKey = ({ collection, id }: Route): string | undefined =>
  id === undefined ? undefined : `${collection} ${id}`;

/** The object that a plain GET of the default caller shows; null for an item that is gone, undefined for anything else. */
export function readShown({ method, path, as, answer }: ObservedExchange): Json | undefined {
  if (method !== 'GET' || path.includes('?') || as !== undefined) return undefined;
  if (answer?.status === 404 || answer?.status === 410) return null;
  return answer?.status === 200 && isObject(answer.json) ? answer.json : undefined;
}

/** How an item differs from what it showed, as far as clients wrote it; undefined where it does not. */
export function findOutsideEffect(
  { shown, content }: Pick<KnownItem, 'shown' | 'content'>,
  after: Json,
  collection: string,
): OutsideEffect | undefined {
  if (after === null) return { kind: 'removed', before: shown, after, collection };
  const changed = findChangedMembers(isObject(content) ? Object.keys(content) : [], shown, after, []);
  return changed && { kind: 'changed', before: changed.before, after: changed.after, collection };
}
