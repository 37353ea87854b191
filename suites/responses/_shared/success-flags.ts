import { compare, type Exchange, type Json, type JudgingTools } from '#rule';

/** Whether the document describes the type of each member of an item except this one. */
export function isOnlyUndescribed(
  { answer }: Exchange,
  flag: string,
  { collection, findBreaches }: JudgingTools,
): boolean {
  const schema = collection.read?.responses?.[200]?.contents?.[0]?.schema;
  const json = answer?.json;
  if (schema === undefined || !compare.isObject(json)) return false;
  const isDescribed = (name: string) =>
    findBreaches(schema, { ...json, [name]: {} }).some(({ pointer }) => compare.parsePointer(pointer)[0] === name);
  return !isDescribed(flag) && Object.keys(json).every((name) => name === flag || isDescribed(name));
}

/** Whether an entry of the list shows each member of the item except this one. */
export function isOnlyUnlisted({ answer }: Exchange, flag: string, entry: Json | undefined): boolean {
  const json = answer?.json;
  if (!compare.isObject(json) || !compare.isObject(entry)) return false;
  return Object.keys(json).every((name) => Object.hasOwn(entry, name) !== (name === flag));
}

/** Whether an item is in a member of a representation that is not the item itself: what an item refers to may have the same id. */
export function wrapsItem(
  shown: Json | undefined,
  id: string,
  readId: (representation: Json | undefined) => string | undefined,
): boolean {
  if (!compare.isObject(shown)) return false;
  return Object.entries(shown).some(([name, inside]) => {
    const { [name]: _, ...beside } = shown;
    return compare.isObject(inside) && readId(inside) === id && readId(beside) === undefined;
  });
}

/** The members at the root of a response that say that it is a success, without those that were sent. */
export function flagsOf({ answer }: Exchange, sent: Json): string[] {
  const json = answer?.json;
  if (!compare.isObject(json)) return [];
  const isSent = (name: string) => compare.isObject(sent) && Object.hasOwn(sent, name);
  return Object.entries(json)
    .filter(([name, value]) => !isSent(name) && isFlag(name, value, json))
    .map(([name]) => name);
}

function isFlag(name: string, value: Json, beside: { readonly [member: string]: Json }): boolean {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (/^(success|ok|succeeded|issuccess|issuccessful)$/.test(plain)) return typeof value === 'boolean';
  if (!('data' in beside)) return false;
  return (plain === 'code' && value === 0) || (plain === 'status' && value === 'success');
}
