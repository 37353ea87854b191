import { type Collection, type Exchange, getAtPointer } from '#rule';

/** The id of the record of an action, where a response shows one: mostly in the same member as the id of an item. */
export function readRecordId({ answer }: Pick<Exchange, 'answer'>, { id }: Pick<Collection, 'id'>): string | undefined {
  const found = getAtPointer(answer?.json, id.pointer) ?? getAtPointer(answer?.json, '/id');
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}
