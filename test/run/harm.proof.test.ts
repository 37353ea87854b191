import { describe, expect, test } from 'vitest';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { harmfulServices, harmlessServices, sendingChecks } from './harmful-services.fixture.js';
import { auditOrders, countOfOthers, serveOrders } from './orders-of-others.fixture.js';

useSteadyClock();

const seeds = Array.from({ length: 10 }, (_, i) => i + 11);

describe('in ten seeds and each mode, what others have stays, or is named', () => {
  test.each(Object.entries(harmfulServices))(
    '%s',
    async (_, behavior) => {
      for (const seed of seeds) {
        const mode = (['document', 'collection', 'url'] as const)[seed % 3] ?? 'url';
        const service = await serveOrders(behavior);
        const { harm = [] } = await auditOrders(service, { only: sendingChecks, seed, mode });
        expect([seed, harm.length]).toEqual([seed, countOfOthers - service.countIntact()]);
      }
    },
    600_000,
  );
});

describe('in ten seeds, no run is stopped where', () => {
  test.each(Object.entries(harmlessServices))(
    '%s',
    async (_, createBehavior) => {
      for (const seed of seeds) {
        const { harm, run } = await auditOrders(await serveOrders(createBehavior()), { only: sendingChecks, seed });
        expect([seed, harm, run.endedEarly]).toEqual([seed, undefined, undefined]);
      }
    },
    600_000,
  );
});
