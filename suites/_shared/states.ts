import { assume, compare, type Exchange, http, type Item, type Tools, values } from '#rule';

export type StateModel = NonNullable<Tools['collection']['states']>;

/** Leads an item to a state, and returns the GET that shows it. Ends the case where it cannot be reached. */
export async function leadToState(tools: Tools, item: Item, wanted: string, above?: Tools['collection']) {
  const of = above ?? tools.collection;
  const name = above ? 'the item above' : 'the item';
  const start = compare.readState(of, (await http.readBack(item)).answer?.json);
  assume(start !== undefined, 'setup', `${name} shows no state at ${of.states?.pointer}`);
  await tools.actions.lead(item, start, (state) => state === wanted, above);
  const isThere = ({ answer }: Exchange) => compare.readState(of, answer?.json) === wanted;
  const look = await item.getUntil(isThere);
  assume(isThere(look), 'no-usable-case', `${name} could not be led to the state ${wanted}`);
  return look;
}

/** Draws what items are created with, replaced with and patched with; `turn` selects a state. */
export const drawWrites = (bodies: values.Bodies) =>
  values.record({
    body: bodies.body(),
    replacement: bodies.replacement(),
    patch: bodies.patch(),
    turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7),
  });
