import { onTestFinished } from 'vitest';
import type { Ask, Reply } from '../../../test/support/raw-client.js';
import { askingIn } from '../required-fields.fixture.js';
import { type Demo, type DemoOptions, startDemo } from '../start-demo.js';

/** Content of an order. */
export const order = { customer: 'Ada', quantity: 3 };

/** A demo in worlds that is closed when the test is over, and a client that gets by in its dialects. */
export async function inWorlds(
  world: readonly string[],
  more: Omit<DemoOptions, 'world'> = {},
): Promise<{ readonly demo: Demo; readonly ask: Ask }> {
  const demo = await startDemo({ ...more, world });
  onTestFinished(() => demo.close());
  return { demo, ask: askingIn(demo.url, ...(more.dialect ?? [])) };
}

/** The address of a new order. */
export async function made(ask: Ask): Promise<string> {
  return (await ask('POST', '/orders', order)).headers.location ?? '';
}

/** Sends one after the other; undefined for each that had no answer. */
export async function many(count: number, send: (at: number) => Promise<Reply>): Promise<(Reply | undefined)[]> {
  const replies: (Reply | undefined)[] = [];
  for (let at = 0; at < count; at += 1) replies.push(await send(at).catch(() => undefined));
  return replies;
}
