import { isCreatedByPost } from '../design/effects.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';

type Condition = (facts: CollectionFacts, service: ServiceFacts) => boolean;

/**
 * Whether a client can create items one by one, and so have items of its own: a harmless client changes no others. What replaces a
 * whole list would remove those of others.
 */
export function isCreatable(facts: CollectionFacts, service: ServiceFacts): boolean {
  const { choices } = facts.design;
  if (choices.create === 'none' || choices.create === 'post-replaces') return false;
  if (facts.parent && !hasItems(facts.parent, service)) return false;
  return facts.members.every(({ refersTo }) => {
    const target = refersTo === undefined ? undefined : service.collections[refersTo];
    return !target || hasItems(target, service);
  });
}

/** Whether a collection has items of others at the start. */
export function hasOthers({ design, parent, members }: CollectionFacts, service: ServiceFacts): boolean {
  const needed = members.map(({ refersTo }) => (refersTo === undefined ? undefined : service.collections[refersTo]));
  return design.others > 0 && [parent, ...needed].every((one) => !one || hasOthers(one, service));
}

/** Whether the first parent surely has some items of others that the caller sees. */
function isFilled(facts: CollectionFacts, service: ServiceFacts, least = 1): boolean {
  const { others } = facts.design;
  const isEnough = others >= (service.callers.length > 1 ? least * 2 + 8 : least);
  return facts.parent === undefined && isEnough && hasOthers(facts, service);
}

/** Whether there are items that a client may read, or can be. */
export const hasItems = (facts: CollectionFacts, service: ServiceFacts): boolean =>
  isFilled(facts, service) || isCreatable(facts, service);

/** Whether some collection of a service fulfils a condition. */
export const some =
  (condition: Condition) =>
  (service: ServiceFacts): boolean =>
    service.collections.some((facts) => condition(facts, service));

/** Both, for the same collection. */
export const both =
  (one: Condition, other: Condition): Condition =>
  (facts, service) =>
    one(facts, service) && other(facts, service);

/** Items with an address of their own. */
export const isReadable: Condition = (facts, service) => facts.itemPath !== undefined && hasItems(facts, service);

/** Items of its own that a client can change. */
export const isChangeable: Condition = (facts, service) => facts.changes.length > 0 && isCreatable(facts, service);

export const isReplaceable: Condition = (facts, service) =>
  facts.changes.some(({ method }) => method === 'PUT') && isCreatable(facts, service);

export const isPatchable: Condition = (facts, service) =>
  facts.changes.some(({ method }) => method !== 'PUT') && isCreatable(facts, service);

/** Items that a client can remove without children in the way. */
export const isRemovable: Condition = (facts, service) =>
  facts.design.choices.removal !== 'none' && isCreatable(facts, service);

/** Creations that are safe to repeat with a key. */
export const isKeyed: Condition = (facts, service) =>
  service.design.service.idempotency !== 'none' && isCreatedByPost(facts.design.choices) && isCreatable(facts, service);

/** A list with several pages of at least a few entries. */
export const isPaged: Condition = (facts, service) =>
  facts.paging !== undefined && (isFilled(facts, service, 5) || isCreatable(facts, service));

/** Whether a list of the first parent surely has more than a number of entries. */
export const hasMore = (facts: CollectionFacts, service: ServiceFacts, count: number): boolean =>
  isFilled(facts, service, count + 1);

/** Whether other clients do not write. */
export const isQuiet: Condition = (_, { design }) => design.service.otherClients === 'none';
