import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { held, InconclusiveError, inconclusive, violated } from '../../rule/finding.js';
import { constant } from '../../rule/values/generators.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
} from '../test-service.fixture.js';
import { retrySetup } from './retry-setup.js';

useSteadyClock();

test('a setup that fails for a transient reason is tried three times', async () => {
  let tried = 0;
  const refused = () => {
    tried += 1;
    throw new InconclusiveError('no-answer', `${tried}`);
  };
  await expect(retrySetup(async () => refused())).rejects.toMatchObject({ why: '3' });
  await expect(
    retrySetup(async () => {
      tried += 1;
      throw new InconclusiveError('budget', `${tried}`);
    }),
  ).rejects.toMatchObject({ why: '4' });
});

/** Answers each write whose turn it is by 502, before anything was done. */
const failing = (isTurn: (writes: number) => boolean) => {
  let writes = 0;
  return ({ method }: ReceivedRequest): StubResponse | undefined => {
    if (method !== 'POST') return undefined;
    writes += 1;
    return isTurn(writes) ? { status: 502 } : undefined;
  };
};

const wrong = createNamedRule('a', {
  when: async (_, { items }) => (await items.create({ name: 'n', size: 1 })).sent,
  then: (sent) => violated({ expected: 1, actual: sent as Json }),
});

test('a violation is reproduced although a gateway answers some requests', async () => {
  const { url } = await startItemService(failing((writes) => writes > 1 && writes % 2 === 0));
  const { outcomes } = await runRules(url, [wrong]);
  expect(outcomes).toMatchObject([{ verdict: 'violated' }]);
});

test('and even if the rule gives its own reason for the response of a gateway', async () => {
  const { url } = await startItemService(failing((writes) => writes > 1 && writes % 2 === 0));
  const own = createNamedRule<unknown, number | undefined>('a', {
    when: async (_, { client }) => (await client.trySend({ method: 'POST', path: '/things', json: {} })).answer?.status,
    then: (status) =>
      status === 502 ? inconclusive('no-usable-case', 'odd') : violated({ expected: 1, actual: status ?? null }),
  });
  const { outcomes } = await runRules(url, [own]);
  expect(outcomes).toMatchObject([{ verdict: 'violated' }]);
});

test('and although a gateway answers all requests for a while', async () => {
  let since: number | undefined;
  const { url } = await startItemService(({ method }) => {
    if (method !== 'POST') return undefined;
    const isFirst = since === undefined;
    since ??= clock.now();
    return isFirst || clock.now() - since > 300 ? undefined : { status: 502 };
  });
  const { outcomes } = await runRules(url, [wrong]);
  expect(outcomes).toMatchObject([{ verdict: 'violated' }]);
});

test('a violation that cannot be confirmed is not reproduced', async () => {
  const { url } = await startItemService(failing((writes) => writes > 1));
  const { outcomes } = await runRules(url, [wrong]);
  expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'not-reproduced' }]);
});

test('a case that a gateway ended is replaced by others', async () => {
  const { url } = await startItemService(failing((writes) => writes === 1));
  const { outcomes } = await runRules(url, [
    createNamedRule('a', {
      when: async (_, { items }) => (await items.create({ name: 'n', size: 1 })).get(),
      then: (seen) =>
        hasStatus(seen as Parameters<typeof hasStatus>[0], 200) ? held : violated({ expected: 1, actual: 2 }),
    }),
  ]);
  expect(outcomes).toMatchObject([{ verdict: 'held' }]);
});

test('the only case of its kind is repeated if a gateway answered it, and the service answered others', async () => {
  let kinds = 0;
  const { url } = await startItemService(({ method, json }) => {
    const isRare = method === 'POST' && (json as { size?: number })?.size === 7;
    kinds += isRare ? 1 : 0;
    return isRare && kinds === 1 ? { status: 502 } : undefined;
  });
  let drawn = 0;
  const rare = createNamedRule('a', {
    given: () => constant(null).map(() => drawn++),
    cases: 3,
    when: async (turn, { items }) => {
      const size = turn === 1 ? 7 : 1;
      await items.create({ name: 'n', size });
      return size;
    },
    then: (size) => (size === 7 ? violated({ expected: 1, actual: 7 }) : held),
  });
  const { outcomes } = await runRules(url, [rare]);
  expect(outcomes).toMatchObject([{ verdict: 'violated' }]);
});
