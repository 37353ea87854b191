import { vi } from 'vitest';
import type { RawClient, Reply } from '../../../../test/support/raw-client.js';
import { findEntries } from '../../../../tools/faults/page-entries.js';
import { createDialectClient } from '../../required-fields.fixture.js';
import { isObject, type Json, type JsonObject } from '../../service/http/json.js';
import { type Demo, startDemo } from '../../start-demo.js';

/** A service in one world, with a clock that the test moves. */
export interface OpenWorld {
  readonly demo: Demo;
  readonly ask: RawClient;
  /** Creates an order, and returns its path. */
  make(content?: JsonObject): Promise<string>;
  /** Ids of all listed orders, from all pages. */
  walk(first: string, between?: () => Promise<unknown>): Promise<Json[]>;
}

/** An order that every dialect accepts. */
export const sampleOrder = { customer: 'Ada', quantity: 3 };

/** Starts a service in one world, with a stopped clock. */
export async function openWorld(world: string, seed = 1, ...dialect: readonly string[]): Promise<OpenWorld> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1, 12) });
  const demo = await startDemo({ dialect, world: [world], seed });
  const ask = createDialectClient(demo.url, ...dialect);
  return {
    demo,
    ask,
    make: async (content = sampleOrder) => (await ask('POST', '/orders', content)).headers.location ?? '',
    async walk(first, between) {
      const ids: Json[] = [];
      for (let path: string | undefined = first; path !== undefined; ) {
        const reply = await ask('GET', path);
        ids.push(...listIds(reply));
        path = findNext(reply);
        await between?.();
      }
      return ids;
    },
  };
}

/** Advances the clock. */
export const advanceClock = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

/** Stops a service, and restores the clock. */
export async function closeWorld({ demo }: OpenWorld): Promise<void> {
  vi.useRealTimers();
  await demo.close();
}

/** The ids of the entries of a page. */
export const listIds = ({ text }: Reply): Json[] =>
  (findEntries(JSON.parse(text) as Json) ?? []).map(({ id }) => id ?? null);

/** The JSON content of a response. */
export const parseReply = ({ text }: Reply): Json => JSON.parse(text) as Json;

function findNext({ headers, text }: Reply): string | undefined {
  const linked = /<([^>]*)>; rel="next"/.exec(headers.link ?? '')?.[1];
  if (linked !== undefined) return linked;
  const page = JSON.parse(text) as Json;
  if (isObject(page) && page.has_more === true) {
    const last = listIds({ text } as Reply).at(-1);
    return `/orders?limit=2&starting_after=${String(last)}`;
  }
  return isObject(page) && page.nextPageToken
    ? `/orders?pageSize=2&pageToken=${String(page.nextPageToken)}`
    : undefined;
}
