import { expect, test } from 'vitest';
import type { Design } from '../design/design.js';
import { simplestChoices, simplestCollection, simplestDesign } from '../design/simplest.js';
import { createWorld } from '../engine/create-world.js';
import type { World } from '../engine/state/world.js';
import { describeService } from '../facts/build-facts.js';
import { findFault } from './faults.js';

/** Bookings with a name, a number of rooms, a flag and a list of extras. */
const whole: Design = withChoices({});

function withChoices(choices: object, memberCount = 4): Design {
  return {
    ...simplestDesign,
    collections: [{ ...simplestCollection, memberCount, choices: { ...simplestChoices, ...choices } }],
  };
}

/** The contents of all items after requests to the last one of a service with a fault. */
function request(fault: string, design: Design, send: (write: ReturnType<typeof openItem>) => void) {
  const world = createWorld(design, { now: () => 0 }, findFault(fault).change);
  const items = () => [...(world.stores[0]?.values() ?? [])];
  const id = items().at(-1)?.id ?? '';
  const before = items().map(({ initial }) => initial);
  send(openItem(world, id));
  return { before, after: items().map(({ versions }) => versions.at(-1)?.content) };
}

const openItem =
  (world: World, id: string) =>
  (method: string, body?: unknown, headers: Record<string, string> = {}): number =>
    world.behaviour.answer(world, {
      ...{ method, path: `/bookings/${id}`, query: new URLSearchParams(), origin: 'http://localhost' },
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body ?? ''),
    }).status;

const content = { guest_name: 'Ann', rooms: 7, paid: true, extras: ['towel'] };

test('what a change changes in an item is stored in the others, except texts that say which item it is', () => {
  const { before, after } = request('change-of-another', whole, (send) => send('PUT', content));
  expect(before.at(-1)?.paid).toBe(true);
  const { rooms, extras } = content;
  expect(after).toEqual([{ ...before[0], rooms, extras }, { ...before[1], rooms, extras }, content]);
});

test('a repeated PUT lets a stored member grow', () => {
  const send = (count: number) =>
    request('put-is-not-idempotent', whole, (put) => {
      for (let time = 0; time < count; time++) put('PUT', content);
    }).after.at(-1);
  expect(send(1)).toEqual(content);
  expect(send(2)).toEqual({ ...content, rooms: 8 });
  const list = request('put-is-not-idempotent', whole, (put) => {
    for (let time = 0; time < 2; time++) put('PUT', { extras: ['towel'] });
  });
  expect(list.after.at(-1)).toEqual({ extras: ['towel', 'towel'] });
});

test('a refused change stores the members that are valid', () => {
  const { after, before } = request('refused-change-is-half-applied', whole, (send) =>
    expect(send('PUT', { ...content, rooms: 'many' })).toBe(422),
  );
  expect(after.at(-1)).toEqual({ ...content, rooms: before.at(-1)?.rooms });
});

test('a refused JSON patch stores the operations before the one that cannot be performed', () => {
  const { after, before } = request('refused-change-is-half-applied', withChoices({ change: 'json-patch' }), (send) => {
    const patch = [
      { op: 'replace', path: '/guest_name', value: 'Ann' },
      { op: 'test', path: '/rooms', value: -1 },
      { op: 'replace', path: '/paid', value: 'yes' },
    ];
    expect(send('PATCH', patch, { 'content-type': 'application/json-patch+json' })).toBe(422);
  });
  expect(after.at(-1)).toEqual({ ...before.at(-1), guest_name: 'Ann' });
});

test('a stale write is refused and stored', () => {
  const { after } = request('stale-write-is-performed', withChoices({ entityTag: 'strong' }), (send) =>
    expect(send('PUT', content, { 'if-match': '"stale"' })).toBe(412),
  );
  expect(after.at(-1)).toEqual(content);
});

test('the first GET moves a state', () => {
  const { after, before } = request('first-get-changes-the-state', whole, (send) => {
    for (let time = 0; time < 2; time++) send('GET');
  });
  expect(after.at(-1)).toEqual({ ...before.at(-1), paid: !before.at(-1)?.paid });
});

test('faults apply only where items have members of the kind that they change', () => {
  const facts = describeService(withChoices({ entityTag: 'strong' }, 1));
  const names = ['change-of-another', 'put-is-not-idempotent', 'refused-change-is-half-applied'];
  expect([...names, 'first-get-changes-the-state'].filter((name) => findFault(name).appliesTo(facts))).toEqual([]);
  expect(names.filter((name) => findFault(name).appliesTo(describeService(whole)))).toEqual(names);
});
