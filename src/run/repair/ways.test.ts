import { expect, test } from 'vitest';
import { type Action, answered, type Collection, held, inconclusive, type Operation } from '../../rule/index.js';
import { named, type Reply, runRules, shelf, things } from '../things.fixture.js';

const post = (name: string): Operation => ({
  method: 'POST',
  path: `/things/{id}/${name}`,
  provenance: 'described',
  statuses: [],
  parameters: [],
});
const action = (name: string): Action => ({ name, path: `/things/{id}/${name}`, post: post(name) });
const sold: Collection = { ...things, actions: [action('refund'), action('payment')] };

/** Performs the action under test, after those that are said to come first. */
const performs = named('acts/once', {
  per: 'action',
  given: (bodies) => bodies.body(),
  when: async (body, { items, perform, action: subject, collection }) => {
    const item = await items.make(body as never);
    for (const name of subject().after ?? [])
      await perform(item, collection.actions.find((one) => one.name === name) as Action);
    return perform(item, subject());
  },
  then: (done) => (answered(done as never, 201) ? held : inconclusive('setup', 'it was refused')),
});

const till = () => {
  const paid = new Set<string>();
  return ({ method, path }: { method: string; path: string }): Reply | undefined => {
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
  const { url, things: standing } = await shelf(till());
  const { outcomes, notes, collections } = await runRules(url, [performs], {
    collections: [sold],
    subjectsOf: subjects,
  });
  expect(notes).toEqual(['things: refund is tried after payment: a new item refuses it']);
  expect(collections[0]?.actions.map(({ name, after }) => [name, after])).toEqual([
    ['refund', ['payment']],
    ['payment', undefined],
  ]);
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held', 'held']);
  expect(standing.size).toBe(0);
});

test('no way is looked for where states are declared, or no action is tried', async () => {
  const states = { pointer: '/state', terminal: [], transitions: {} };
  for (const [collection, of] of [
    [{ ...sold, states }, subjects],
    [sold, (known: readonly Collection[]) => known],
  ] as const) {
    const { url } = await shelf(till());
    const rule = named('acts/once', { per: of === subjects ? 'action' : 'collection' });
    const { notes } = await runRules(url, [rule], { collections: [collection], subjectsOf: of });
    expect(notes).toEqual([]);
  }
});
