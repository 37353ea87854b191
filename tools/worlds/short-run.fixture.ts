import { describe, expect, test, vi } from 'vitest';
import type { World } from '../../src/demo/start-demo.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { checkWorld, type WorldResult } from './check-world.js';
import { createTally } from './tally.js';

/** The rules that difficult circumstances mislead most easily: those that compare two moments. */
const sensitiveRules = [
  'absence/missing-item-answers-404',
  'actions/action-answers-201',
  'actions/action-leads-to-the-declared-state',
  'actions/record-is-readable',
  'conflict/illegal-transition-answers-409',
  'creation/identity-is-stable',
  'creation/location-leads-to-the-item',
  'creation/created-item-is-readable',
  'creation/created-item-has-the-sent-values',
  'creation/refused-post-creates-nothing',
  'creation/valid-post-answers-201',
  'idempotency/deleted-item-is-gone',
  'idempotency/deleted-item-is-not-listed',
  'idempotency/patch-changes-only-what-it-names',
  'idempotency/put-is-acknowledged',
  'idempotency/put-replaces-the-whole-item',
  'idempotency/refused-put-changes-nothing',
  'idempotency/repeated-put-has-one-effect',
  'pagination/cursor-survives-removal',
  'pagination/paging-shows-every-item-once',
  'replay/repeated-key-creates-one-item',
  'safety/get-does-not-change-the-collection',
  'safety/get-does-not-change-the-item',
  'safety/head-matches-get',
  'safety/repeated-get-returns-the-same',
];

const job = { seed: 1, dialect: [], only: sensitiveRules };

/** The short form of the proof, for some of the worlds: a file each, so that they keep two cores busy. `npm run worlds -- --seeds 30` is the long one, with all rules, dialects and faults. */
export function testWorlds(worlds: readonly World[]): void {
  useSteadyClock();
  // Nearly all of the time is waited.
  vi.setConfig({ maxConcurrency: 16 });
  let calm: Promise<WorldResult> | undefined;
  const inCalm = () => {
    calm ??= checkWorld(job);
    return calm;
  };

  test('in the calm world all of it is decided', async () => {
    const { results, remainingOrders } = await inCalm();
    expect(results.filter(({ rule, verdict }) => sensitiveRules.includes(rule) && verdict !== 'held')).toEqual([]);
    expect(remainingOrders).toBe(0);
  });

  describe.concurrent('a sound service in difficult circumstances is never accused, and nearly all is decided', () => {
    test.each(worlds.map(({ name, isEnding }) => ({ name, isEnding })))('$name', async ({ name, isEnding }) => {
      const done = await checkWorld({ ...job, world: name });
      const world = { name, ...(isEnding && { isEnding }) };
      const { accusations, broke, held, causes } = createTally(world, [done], new Map([[job.seed, await inCalm()]]));
      expect({ accusations, broke }).toEqual({ accusations: [], broke: [] });
      const share = `${held} % is held; ${JSON.stringify(causes)}`;
      expect(isEnding === true || held >= 80, share).toBe(true);
    });
  });
}
