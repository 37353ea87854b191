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
import { reachLegalState } from './_reach-state.js';

/** An item on which the action was performed once with success. */
export interface PerformedAction {
  readonly item: Item;
  readonly performed: Exchange;
}

/**
 * Creates an item, brings it into a state in which the action is legal, and performs the action. Ends the case where
 * it is not performed at once.
 */
export async function createAndPerform(tools: Tools, body: Json, content: Json): Promise<PerformedAction> {
  const item = await tools.items.create(body, { role: 'control' });
  await reachLegalState(tools, item);
  const performed = await tools.perform(item, tools.action(), { body: content });
  const { status } = performed.answer ?? {};
  assume(!hasStatus(performed, 401, 403), 'refused', `the action returned ${status}`);
  assume(hasStatus(performed, 200, 201, 202, 204) && !isPending(performed), 'setup', `the action returned ${status}`);
  return { item, performed };
}

/**
 * The finding for a response to a legal action that neither keeps nor breaks the promise; undefined where the action
 * was performed.
 */
export function judgeOpenAction(performed: Exchange): Finding | undefined {
  const why = `the action returned ${performed.answer?.status}`;
  if (hasStatus(performed, 401, 403)) return inconclusive('refused', why);
  if (hasStatus(performed, 5)) return inconclusive('no-answer', why);
  // 202 and 303 leave the outcome to another resource, and business rules are in no document.
  return isPending(performed) || !hasStatus(performed, 2) ? inconclusive('setup', why) : undefined;
}
