import { onTestFinished } from 'vitest';
import type { RawClient, Reply } from '../../../test/support/raw-client.js';
import { createDialectClient } from '../required-fields.fixture.js';
import { type Demo, type DemoOptions, startDemo } from '../start-demo.js';

/** Content of an order. */
export const sampleOrder = { customer: 'Ada', quantity: 3 };

/** A demo in worlds that is closed when the test is over, and a client for its dialects. */
export async function startInWorlds(
  world: readonly string[],
  more: Omit<DemoOptions, 'world'> = {},
): Promise<{ readonly demo: Demo; readonly ask: RawClient }> {
  const demo = await startDemo({ ...more, world });
  onTestFinished(() => demo.close());
  return { demo, ask: createDialectClient(demo.url, ...(more.dialect ?? [])) };
}

/** The path of a new order. */
export async function placeOrder(ask: RawClient): Promise<string> {
  return (await ask('POST', '/orders', sampleOrder)).headers.location ?? '';
}

/** Sends requests in sequence; undefined for each without a response. */
export async function sendMany(count: number, send: (at: number) => Promise<Reply>): Promise<(Reply | undefined)[]> {
  const replies: (Reply | undefined)[] = [];
  for (let at = 0; at < count; at += 1) replies.push(await send(at).catch(() => undefined));
  return replies;
}
