import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { answered } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { Doubt, held, inconclusive, violated } from '../../rule/finding.js';
import { always } from '../../rule/values/generators.js';
import { type Arrival, named, type Reply, runRules, shelf } from '../test-service.fixture.js';
import { persist } from './retry-setup.js';

useSteadyClock();

test('what comes to nothing for a passing reason is tried three times', async () => {
  let tried = 0;
  const refused = () => {
    tried += 1;
    throw new Doubt('no-answer', `${tried}`);
  };
  await expect(persist(async () => refused())).rejects.toMatchObject({ why: '3' });
  await expect(
    persist(async () => {
      tried += 1;
      throw new Doubt('budget', `${tried}`);
    }),
  ).rejects.toMatchObject({ why: '4' });
});

/** Answers each write whose turn it is by 502, before anything was done. */
const failing = (isTurn: (writes: number) => boolean) => {
  let writes = 0;
  return ({ method }: Arrival): Reply | undefined => {
    if (method !== 'POST') return undefined;
    writes += 1;
    return isTurn(writes) ? { status: 502 } : undefined;
  };
};

const wrong = named('a', {
  when: async (_, { items }) => (await items.make({ name: 'n', size: 1 })).sent,
  then: (sent) => violated({ expected: 1, actual: sent as Json }),
});

test('a violation is seen again although a gateway answers now and then', async () => {
  const { url } = await shelf(failing((writes) => writes > 1 && writes % 2 === 0));
  const { outcomes } = await runRules(url, [wrong]);
  expect(outcomes).toMatchObject([{ verdict: 'violated' }]);
});

test('and although the rule finds a reason of its own in what the gateway answered', async () => {
  const { url } = await shelf(failing((writes) => writes > 1 && writes % 2 === 0));
  const own = named<unknown, number | undefined>('a', {
    when: async (_, { http }) => (await http.ask({ method: 'POST', path: '/things', json: {} })).answer?.status,
    then: (status) =>
      status === 502 ? inconclusive('no-usable-case', 'odd') : violated({ expected: 1, actual: status ?? null }),
  });
  const { outcomes } = await runRules(url, [own]);
  expect(outcomes).toMatchObject([{ verdict: 'violated' }]);
});

test('and although a gateway answers everything for a while', async () => {
  let since: number | undefined;
  const { url } = await shelf(({ method }) => {
    if (method !== 'POST') return undefined;
    const isFirst = since === undefined;
    since ??= clock.now();
    return isFirst || clock.now() - since > 300 ? undefined : { status: 502 };
  });
  const { outcomes } = await runRules(url, [wrong]);
  expect(outcomes).toMatchObject([{ verdict: 'violated' }]);
});

test('a violation that nobody can try again is not seen again', async () => {
  const { url } = await shelf(failing((writes) => writes > 1));
  const { outcomes } = await runRules(url, [wrong]);
  expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'not-reproduced' }]);
});

test('a case that a gateway ended is made up for by others', async () => {
  const { url } = await shelf(failing((writes) => writes === 1));
  const { outcomes } = await runRules(url, [
    named('a', {
      when: async (_, { items }) => (await items.make({ name: 'n', size: 1 })).get(),
      then: (seen) =>
        answered(seen as Parameters<typeof answered>[0], 200) ? held : violated({ expected: 1, actual: 2 }),
    }),
  ]);
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
});

test('the only case of its kind is tried again where a gateway answered it, and others were answered', async () => {
  let kinds = 0;
  const { url } = await shelf(({ method, json }) => {
    const isRare = method === 'POST' && (json as { size?: number })?.size === 7;
    kinds += isRare ? 1 : 0;
    return isRare && kinds === 1 ? { status: 502 } : undefined;
  });
  let drawn = 0;
  const rare = named('a', {
    given: () => always(null).map(() => drawn++),
    cases: 3,
    when: async (turn, { items }) => {
      const size = turn === 1 ? 7 : 1;
      await items.make({ name: 'n', size });
      return size;
    },
    then: (size) => (size === 7 ? violated({ expected: 1, actual: 7 }) : held),
  });
  const { outcomes } = await runRules(url, [rare]);
  expect(outcomes).toMatchObject([{ verdict: 'violated' }]);
});
