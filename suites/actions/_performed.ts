import {
  assume,
  type Exchange,
  type Finding,
  hasStatus,
  type Item,
  inconclusive,
  isPending,
  type Json,
  type Tools,
} from '#rule';
import { reach } from './_reach.js';

/** An item on which the action was performed once, with success. */
export interface Performed {
  readonly item: Item;
  readonly performed: Exchange;
}

/** Makes an item, brings it where the action is legal, and performs it. Ends the case where it was not performed at once. */
export async function makeAndPerform(tools: Tools, body: Json, content: Json): Promise<Performed> {
  const item = await tools.items.create(body, { role: 'control' });
  await reach(tools, item);
  const performed = await tools.perform(item, tools.action(), { body: content });
  const { status } = performed.answer ?? {};
  assume(!hasStatus(performed, 401, 403), 'refused', `the action was answered ${status}`);
  assume(
    hasStatus(performed, 200, 201, 202, 204) && !isPending(performed),
    'setup',
    `the action was answered ${status}`,
  );
  return { item, performed };
}

/** What is said of answers to a legal action that neither keep a promise nor break it; undefined where one was performed. */
export function undecided(performed: Exchange): Finding | undefined {
  const why = `the action was answered ${performed.answer?.status}`;
  if (hasStatus(performed, 401, 403)) return inconclusive('refused', why);
  if (hasStatus(performed, 5)) return inconclusive('no-answer', why);
  // 202 and 303 leave the outcome elsewhere, and rules of the business are in no document.
  return isPending(performed) || !hasStatus(performed, 2) ? inconclusive('setup', why) : undefined;
}
