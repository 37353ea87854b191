import { expect, test } from 'vitest';
import { useSteadyClock } from '../../../../test/support/use-steady-clock.js';
import { type Exchange, hasStatus } from '../../../model/exchange.js';
import type { Json } from '../../../model/json.js';
import type { Operation } from '../../../model/service/operation.js';
import type { Action, Collection } from '../../../model/service/subject.js';
import { held, inconclusive } from '../../../rule/finding.js';
import type { Rule } from '../../../rule/rule.js';
import { record } from '../../../rule/values/generators.js';
import {
  createNamedRule,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../../test-service.fixture.js';

useSteadyClock();

const post = (name: string): Operation => ({
  method: 'POST',
  path: `/things/{id}/${name}`,
  provenance: 'described',
  statuses: [],
  parameters: [],
});
const action = (name: string): Action => ({ name, path: `/things/{id}/${name}`, post: post(name) });
const sold: Collection = { ...testCollection, actions: [action('refund'), action('payment')] };

/** Performs the action under test, after the given ones. */
const performs = createNamedRule('acts/once', {
  per: 'action',
  given: (bodies) => bodies.body(),
  when: async (body, { items, actions, subject, collection }) => {
    const item = await items.create(body as never);
    for (const name of subject.action().after ?? [])
      await actions.perform(item, collection.actions.find((one) => one.name === name) as Action);
    return actions.perform(item, subject.action());
  },
  then: (done) => (hasStatus(done as never, 201) ? held : inconclusive('setup', 'it was refused')),
});

/** Performs it with a body that was drawn for it. */
const acts = createNamedRule('acts/drawn', {
  per: 'action',
  given: (bodies) => record({ made: bodies.body(), body: bodies.action() }),
  when: async ({ made, body }, { items, actions, subject }) =>
    actions.perform(await items.create(made), subject.action(), { body }),
  then: (done) => (hasStatus(done, 201) ? held : inconclusive('setup', 'it was refused')),
} as Partial<Rule<{ made: Json; body: Json }, Exchange>>);

const till = () => {
  const paid = new Set<string>();
  return ({ method, path }: { method: string; path: string }): StubResponse | undefined => {
    const [, , id = '', name] = path.split('/');
    if (method !== 'POST' || name === undefined) return undefined;
    if (name === 'payment') {
      if (paid.has(id)) return { status: 409 };
      paid.add(id);
      return { status: 201, json: {} };
    }
    return paid.has(id) ? { status: 201, json: {} } : { status: 409, json: { error: 'not paid' } };
  };
};

const subjects = (known: readonly Collection[]) =>
  known.flatMap((collection) =>
    collection.actions.map((one) => ({ kind: 'action' as const, name: `things/${one.name}`, collection, action: one })),
  );

test('an action that a new item refuses is tried after one that it allows', async () => {
  const { url, things: standing } = await startItemService(till());
  const { outcomes, notes, collections } = await runRules(url, [performs], {
    collections: [sold],
    subjectsOf: subjects,
  });
  expect(notes).toEqual(['things: refund is tried after payment, because a new item refuses it']);
  expect(collections[0]?.actions.map(({ name, after }) => [name, after])).toEqual([
    ['refund', ['payment']],
    ['payment', undefined],
  ]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held', 'held']);
  expect(standing.size).toBe(0);
});

test('with cases side by side, the first trial does not wait until the items of the search are removed', async () => {
  const { url, things: standing } = await startItemService(till());
  const atBegin: number[] = [];
  const readable: Collection = {
    ...sold,
    read: { ...testCollection.list, path: '/things/{id}' } as NonNullable<Collection['read']>,
    deletion: { ...testCollection.deletion, mode: 'hard' },
  };
  const { outcomes } = await runRules(url, [performs], {
    collections: [readable],
    subjectsOf: subjects,
    limits: { concurrency: 8 },
    onBegin: () => void atBegin.push(standing.size),
  });
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held', 'held']);
  // Two of them are those of the noise.
  expect(atBegin[0]).toBeGreaterThan(2);
  expect(standing.size).toBe(0);
});

test('an action that needs two others is tried after both, with the bodies that they accept', async () => {
  const done = new Map<string, string[]>();
  const order = ['approval', 'start', 'completion'];
  const schema = {
    type: 'object',
    properties: { note: { type: 'string', minLength: 1 } },
    required: ['note'],
  } as const;
  const actions = order.map((name) => ({
    ...action(name),
    post: { ...post(name), request: { mediaType: 'application/json', schema } },
  }));
  const { url } = await startItemService(({ method, path, json }): StubResponse | undefined => {
    const [, , id = '', name] = path.split('/');
    if (method !== 'POST' || name === undefined) return undefined;
    const before = done.get(id) ?? [];
    if (order[before.length] !== name) return { status: 409 };
    if (!JSON.stringify(json ?? {}).includes('note')) return { status: 422 };
    done.set(id, [...before, name]);
    return { status: 201, json: {} };
  });
  const { collections } = await runRules(url, [performs], {
    collections: [{ ...sold, actions: actions.toReversed() }],
    subjectsOf: subjects,
  });
  expect(collections[0]?.actions.map(({ name, after }) => [name, after])).toEqual([
    ['completion', ['approval', 'start']],
    ['start', ['approval']],
    ['approval', undefined],
  ]);
  expect(collections[0]?.actions.every(({ accepted }) => JSON.stringify(accepted).includes('note'))).toBe(true);
});

test('actions are probed at once, as many as checks run side by side', async () => {
  const names = ['refund', 'payment', 'cancellation'];
  let release = () => {};
  const arrived = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  const probed: string[] = [];
  const { url } = await startItemService(({ method, path }) => {
    const name = path.split('/')[3];
    if (method !== 'POST' || name === undefined) return undefined;
    probed.push(name);
    if (probed.length === names.length) release();
    // No probe is answered before all have arrived.
    return arrived.then(() => undefined);
  });
  const collection = { ...testCollection, actions: names.map(action) };
  await runRules(url, [performs], { collections: [collection], subjectsOf: subjects, limits: { concurrency: 8 } });
  expect(probed.slice(0, names.length)).toEqual(expect.arrayContaining(names));
});

test('no state path is searched when states are declared, or no action is tested', async () => {
  const states = { pointer: '/state', terminal: [], transitions: { new: { payment: 'paid' } } };
  for (const [collection, of] of [
    [{ ...sold, states }, subjects],
    [sold, (known: readonly Collection[]) => known],
  ] as const) {
    const { url } = await startItemService(till());
    const rule = createNamedRule('acts/once', { per: of === subjects ? 'action' : 'collection' });
    const { notes } = await runRules(url, [rule], { collections: [collection], subjectsOf: of });
    expect(notes).toEqual([]);
  }
});

test('an action with a refused body is performed with a corrected one', async () => {
  const cancelled: Collection = { ...testCollection, actions: [action('cancellation')] };
  const complaint = (member: string, detail: string) => ({
    status: 422,
    json: { errors: [{ pointer: member, detail }] },
  });
  const { url, things: standing } = await startItemService(({ method, path, json }): StubResponse | undefined => {
    if (method !== 'POST' || !path.endsWith('/cancellation')) return undefined;
    const { reason } = (json ?? {}) as { reason?: unknown };
    if (reason === undefined) return complaint('/reason', 'is required');
    return String(reason).length < 5
      ? complaint('/reason', 'must have between 5 and 9 characters')
      : { status: 201, json: {} };
  });
  const { outcomes, notes, collections } = await runRules(url, [acts], {
    collections: [cancelled],
    subjectsOf: subjects,
  });
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held']);
  expect(notes.join()).toMatch(/^things: cancellation is accepted when reason is required/);
  expect(collections[0]?.actions[0]?.post?.path).toBe('/things/{id}/cancellation');
  expect(standing.size).toBe(0);
});
