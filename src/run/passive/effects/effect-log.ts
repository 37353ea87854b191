import type { SentExchange } from '../../../http/exchange.js';
import { isObject, type Json } from '../../../model/json.js';
import type { Effect, ObservedExchange } from '../../../model/observed-exchange.js';
import type { Collection } from '../../../model/service/subject.js';
import { readShown } from '../others/change-log.js';
import type { FindRoute, Route } from '../route-table.js';
import { readCreatedIds } from './read-created-ids.js';
import { findChangedMembers, isRefusedWrite, readObject } from './refused-write.js';

/** A refused request, as it was observed and as the client returned it. */
export interface RefusedWrite {
  readonly exchange: ObservedExchange;
  readonly sent: SentExchange;
}

/** A refused request whose item was read afterwards; with its effect where it has one. */
export interface FollowedWrite extends RefusedWrite {
  readonly effect: Effect | undefined;
}

interface ItemState {
  /** What the item showed last; undefined after a write that may have changed it. */
  readonly shown: Json | undefined;
  /** What was sent to create it. */
  readonly sent: Json;
  /** Writes that were refused since. */
  readonly refused: readonly RefusedWrite[];
}

/** Maximum number of items, and of refused creations, that are followed. */
const maxItems = 20_000;
const maxCreations = 5_000;

/** Follows refused writes: what their items showed before and show afterwards, whichever check reads them. */
export function createEffectLog() {
  let findRoute: FindRoute | undefined;
  let collections: readonly Collection[] = [];
  const states = new Map<string, ItemState>();
  const creations: RefusedWrite[] = [];
  const set = (key: string, state: ItemState) => {
    if (states.size < maxItems || states.has(key)) states.set(key, state);
  };
  const recordCreation = (write: RefusedWrite, { collection: name }: Route) => {
    if (isRefusedWrite(write.exchange) && creations.length < maxCreations) creations.push(write);
    const collection = collections.find((one) => one.name === name);
    for (const id of collection === undefined ? [] : listCreatedIds(write.exchange, collection))
      set(buildKey(name, id), openState(write.exchange));
  };
  return {
    /** Records an exchange. Returns the refused writes whose outcome it shows. */
    record(exchange: ObservedExchange, sent: SentExchange): readonly FollowedWrite[] {
      const route = findRoute?.(exchange.path);
      if (route === undefined) return [];
      if (route.kind === 'collection' && exchange.method === 'POST') recordCreation({ exchange, sent }, route);
      if (route.id === undefined) return [];
      const key = buildKey(route.collection, route.id);
      const { next, followed = [] } = advance(states.get(key), { exchange, sent }, route);
      if (isRemoved(exchange)) states.delete(key);
      else if (next !== undefined) set(key, next);
      return followed;
    },
    setRoutes(routes: FindRoute, known: readonly Collection[]): void {
      findRoute = routes;
      collections = known;
    },
    /** Whether a write to this item was refused, and the item was not read since. */
    isOpen(path: string): boolean {
      const { collection, id } = findRoute?.(path) ?? {};
      const state = collection === undefined || id === undefined ? undefined : states.get(buildKey(collection, id));
      return state?.shown !== undefined && state.refused.length > 0;
    },
    /** Refused creations in order. */
    listRefusedCreations: () => creations,
  };
}

export type EffectLog = ReturnType<typeof createEffectLog>;

/** Nothing is compared with the state of an item that was removed: a long run removes thousands. */
const isRemoved = ({ method, answer }: ObservedExchange): boolean =>
  method === 'DELETE' && answer !== undefined && answer.status >= 200 && answer.status <= 299;

const listCreatedIds = (exchange: ObservedExchange, collection: Collection): string[] =>
  (exchange.answer?.status ?? 500) > 299 ? [] : readCreatedIds(exchange, collection);

function openState({ answer, content }: ObservedExchange): ItemState {
  const shown = answer?.json;
  return { shown: isObject(shown) ? shown : undefined, sent: readObject(content) ?? null, refused: [] };
}

/** The state of an item after an exchange about it, and the refused writes that it decides. */
function advance(state: ItemState | undefined, write: RefusedWrite, route: Route) {
  const { exchange } = write;
  const { sent = null } = state ?? {};
  if (isRefusedWrite(exchange)) return { next: state && { ...state, refused: [...state.refused, write] } };
  if (/^(POST|PUT|PATCH|DELETE)$/.test(exchange.method)) return { next: { shown: undefined, sent, refused: [] } };
  const after = route.kind === 'item' ? readShown(exchange) : undefined;
  if (after === undefined) return {};
  const next = { shown: isObject(after) ? after : undefined, sent, refused: [] };
  return { next, followed: state?.shown === undefined ? [] : followWrites(state, state.shown, after) };
}

const buildKey = (collection: string, id: string): string => `${collection} ${id}`;

/** The last refused write that explains a difference has the effect; the others have none. */
function followWrites({ refused, sent }: ItemState, before: Json, after: Json): FollowedWrite[] {
  const effects = refused.map(({ exchange }) => findEffect(exchange, { before, after, sent }));
  const last = effects.findLastIndex((effect) => effect !== undefined);
  return refused.map((write, index) => ({ ...write, effect: index === last ? effects[index] : undefined }));
}

/** The states of an item before and after a refused write. */
export interface ItemReads {
  readonly before: Json;
  /** Null where it is gone. */
  readonly after: Json;
  /** What was sent to create it. */
  readonly sent: Json;
  /** Further values that were sent for it before, and may have become visible late. */
  readonly earlier?: readonly Json[];
}

/** What a refused write to an item may have left behind. */
export function findEffect(
  { method, content, answer }: Pick<ObservedExchange, 'method' | 'content' | 'answer'>,
  { before, after, sent, earlier = [] }: ItemReads,
): Effect | undefined {
  // The item was not found: its creation may not have been visible everywhere, and its removal may be another one's.
  const isMissing = answer?.status === 404 || answer?.status === 410;
  if (after === null) return isMissing ? undefined : { kind: 'removed', before, after };
  const names = [sent, method === 'DELETE' ? null : (readObject(content) ?? null)].flatMap((one) =>
    isObject(one) ? Object.keys(one) : [],
  );
  return findChangedMembers(names, before, after, [sent, ...earlier]);
}
