import { compare, type Exchange, http, type Item, type Json } from '#rule';
import { getMember } from '../../_shared/members.js';
import { showsSentValues } from './unchanged-item.js';

/** The most significant response: a success that is neither 200 nor 204, else a refusal; undefined without either. */
export const findWorstResponse = (answers: readonly Exchange[]): Exchange | undefined => {
  const odd = answers.filter((exchange) => !http.hasStatus(exchange, 200, 204));
  return odd.find((exchange) => http.hasStatus(exchange, 2)) ?? odd[0];
};

/** Whether the item shows the sent values, and one of them differs from the earlier value. */
export async function hasTakenEffect(item: Item, before: Json, sent: Json): Promise<boolean> {
  const look = await item.get();
  const shown = look.answer?.json;
  const isOther = (name: string) => !compare.isEquivalent(getMember(before, name), getMember(sent, name));
  return (
    http.hasStatus(look, 200) &&
    compare.listControlledMembers(sent, shown).some(isOther) &&
    showsSentValues(shown, sent)
  );
}
