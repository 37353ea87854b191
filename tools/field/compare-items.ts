import { isObject, type Json } from '../../src/model/json.js';

/** How the items of a service differ after an audit; a changed item counts as both. */
export interface ItemDifference {
  /** Items that were not there before. */
  readonly added: number;
  /** Items of before that are no longer there. */
  readonly lost: number;
}

/** Compares the items of lists by value; an item that several lists show counts once for each. */
export function compareItems(before: readonly Json[], after: readonly Json[]): ItemDifference {
  const [old, now] = [before, after].map((lists) => lists.flatMap(extractItems).map(serialize)) as [string[], string[]];
  return { added: countRest(now, old), lost: countRest(old, now) };
}

/** The entries of a list, wherever its body has them; a body without a list is an item itself. */
export function extractItems(body: Json): readonly Json[] {
  if (Array.isArray(body)) return body;
  const lists = isObject(body) ? Object.values(body).filter((member) => Array.isArray(member)) : [];
  return lists.length > 0 ? lists.flat() : [body];
}

/** A text that is the same for equal values, whatever the order of their members. */
function serialize(value: Json): string {
  return JSON.stringify(value, (_, member: Json) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}

/** How many of `items` are left when each of `others` takes away one equal to it. */
function countRest(items: readonly string[], others: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const one of others) counts.set(one, (counts.get(one) ?? 0) + 1);
  return items.filter((item) => {
    const count = counts.get(item) ?? 0;
    if (count > 0) counts.set(item, count - 1);
    return count === 0;
  }).length;
}
