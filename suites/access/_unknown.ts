import { type Caller, type Collection, type JudgingTools, readBack, type Tools } from '#rule';
import { creations, readings, writings } from './_attempts.js';
import type { Drawn } from './_drawn.js';
import { judgeRefusals, type Refusal, tryEach } from './_refusal.js';

const spoken: Readonly<Partial<Record<Caller, string>>> = {
  none: 'without credentials',
  invalid: 'with invalid credentials',
  expired: 'with expired credentials',
};

/** Reads the collection and an item as an unauthenticated caller, after the full caller has read them. */
export async function readAs(as: Caller, { body }: Pick<Drawn, 'body'>, tools: Tools): Promise<Refusal[]> {
  const item = await tools.items.getAny(body);
  await readBack(item);
  return tryEach(readings(item, tools), as, 401);
}

/** Writes to the collection and to an item of the full caller as an unauthenticated caller. */
export async function writeAs(as: Caller, drawn: Drawn, tools: Tools): Promise<Refusal[]> {
  const item = await tools.items.create(drawn.body);
  await readBack(item);
  return tryEach([...creations(drawn, tools), ...writings(item, drawn, tools)], as, 401);
}

/** Violated when an unauthenticated caller got any status but 401. */
export const judgeUnknown = (tried: readonly Refusal[], judging: JudgingTools, as: Caller) =>
  judgeRefusals(tried, judging, 401, spoken[as] ?? `as ${as}`);

/** The callers that the service cannot authenticate, in turn. */
export function unknownCaller({ callers }: Pick<Collection, 'callers'>, turn: number): Caller {
  const all: Caller[] = ['none', 'invalid', ...(callers.includes('expired') ? (['expired'] as const) : [])];
  return all[turn % all.length] ?? 'none';
}
