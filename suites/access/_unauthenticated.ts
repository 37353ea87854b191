import { type Caller, type Collection, type JudgingTools, readBack, type Tools } from '#rule';
import { listCreateAttempts, listReadAttempts, listWriteAttempts } from './_attempts.js';
import { judgeRefusals, type Refusal, sendEach } from './_refusal.js';
import type { RequestBodies } from './_request-bodies.js';

const callerPhrases: Readonly<Partial<Record<Caller, string>>> = {
  none: 'without credentials',
  invalid: 'with invalid credentials',
  expired: 'with expired credentials',
};

/** Reads the collection and an item as an unauthenticated caller, after the full caller has read them. */
export async function readAs(as: Caller, { body }: Pick<RequestBodies, 'body'>, tools: Tools): Promise<Refusal[]> {
  const item = await tools.items.getAny(body);
  await readBack(item);
  return sendEach(listReadAttempts(item, tools), as, 401);
}

/** Writes to the collection and to an item of the full caller as an unauthenticated caller. */
export async function writeAs(as: Caller, drawn: RequestBodies, tools: Tools): Promise<Refusal[]> {
  const item = await tools.items.create(drawn.body);
  await readBack(item);
  return sendEach([...listCreateAttempts(drawn, tools), ...listWriteAttempts(item, drawn, tools)], as, 401);
}

/** Violated when an unauthenticated caller got any status but 401. */
export const judgeUnauthenticated = (tried: readonly Refusal[], judging: JudgingTools, as: Caller) =>
  judgeRefusals(tried, judging, 401, callerPhrases[as] ?? `as ${as}`);

/** The callers that the service cannot authenticate, in turn. */
export function chooseUnauthenticated({ callers }: Pick<Collection, 'callers'>, turn: number): Caller {
  const all: Caller[] = ['none', 'invalid', ...(callers.includes('expired') ? (['expired'] as const) : [])];
  return all[turn % all.length] ?? 'none';
}
