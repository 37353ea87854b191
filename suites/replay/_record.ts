import { type Collection, type Exchange, getAtPointer } from '#rule';

/** The id of the record of an action, where an answer shows one: a record mostly names it as an item does. */
export function idIn({ answer }: Pick<Exchange, 'answer'>, { id }: Pick<Collection, 'id'>): string | undefined {
  const found = getAtPointer(answer?.json, id.pointer) ?? getAtPointer(answer?.json, '/id');
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}
