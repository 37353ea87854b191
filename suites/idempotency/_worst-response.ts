import {
  buildPointer,
  type Exchange,
  getAtPointer,
  hasStatus,
  type Item,
  isEquivalent,
  type Json,
  listControlledMembers,
} from '#rule';
import { showsSentValues } from './_unchanged-item.js';

/**
 * The most significant of several responses: a success that is neither 200 nor 204, else a refusal; undefined when
 * all are as expected.
 */
export const findWorstResponse = (answers: readonly Exchange[]): Exchange | undefined => {
  const odd = answers.filter((exchange) => !hasStatus(exchange, 200, 204));
  return odd.find((exchange) => hasStatus(exchange, 2)) ?? odd[0];
};

/** Whether the item shows the sent values, and one of them differs from the earlier value. */
export async function hasTakenEffect(item: Item, before: Json, sent: Json): Promise<boolean> {
  const look = await item.get();
  const shown = look.answer?.json;
  const isOther = (name: string) =>
    !isEquivalent(getAtPointer(before, buildPointer([name])), getAtPointer(sent, buildPointer([name])));
  return hasStatus(look, 200) && listControlledMembers(sent, shown).some(isOther) && showsSentValues(shown, sent);
}
