import { describe, expect, test } from 'vitest';
import type { Design } from '../design/design.js';
import { drawDesigns } from '../design/designs.js';
import { simplestChoices, simplestCollection, simplestDesign } from '../design/simplest.js';
import { serveDesign } from '../engine/serve-design.js';
import { describeService } from '../facts/build-facts.js';
import { faults } from '../faults/faults.js';
import { checkDesign, probeNames } from './check-design.js';

describe('a served design', () => {
  test.each(drawDesigns(10, 41).map((design, index) => ({ index, design })))(
    'is as the design says: $index',
    async ({ design }) => {
      expect(await checkDesign(design)).toEqual([]);
    },
  );

  test('answers the same requests with the same answers', async () => {
    const texts = [];
    for (let time = 0; time < 2; time++) {
      const served = await serveDesign(simplestDesign, { clock: { now: () => 0 } });
      const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"guest_name":"Ann"}' };
      await fetch(`${served.url}/bookings`, body);
      texts.push(await (await fetch(`${served.url}/bookings`)).text());
      await served.stop();
    }
    expect(texts[0]).toContain('Ann');
    expect(texts[1]).toBe(texts[0]);
  });

  test('knows what the client did to items of others, and what it created', async () => {
    const served = await serveDesign(simplestDesign);
    const [first, second] = served.truth().others;
    const headers = { 'content-type': 'application/json' };
    await fetch(`${served.url}/bookings/${first?.id}`, { method: 'PUT', headers, body: '{"guest_name":"Ann"}' });
    await fetch(`${served.url}/bookings`, { method: 'POST', headers, body: '{"guest_name":"Bob"}' });
    const { others, created, requests } = served.truth();
    await served.stop();
    expect(others[0]).toMatchObject({ isIntact: false, harmedBy: [`PUT /bookings/${first?.id}`] });
    expect(others[1]).toMatchObject({ id: second?.id, isIntact: true, harmedBy: [] });
    expect(created).toMatchObject([{ exists: true, content: { guest_name: 'Bob' } }]);
    expect(requests).toEqual({ PUT: 1, POST: 1 });
  });
});

/** The simplest design with these values of its collection. */
const withChoices = (choices: object): Design => ({
  ...simplestDesign,
  collections: [{ ...simplestCollection, choices: { ...simplestChoices, ...choices } }],
});

describe('a service that is written to', () => {
  const write = (url: string, method: string, name?: string) =>
    fetch(url, {
      method,
      ...(name && { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ guest_name: name }) }),
    });

  test('knows of an item of others whose id belongs to another one now', async () => {
    const served = await serveDesign(withChoices({ create: 'put-item' }));
    const url = `${served.url}/bookings/${served.truth().others[0]?.id}`;
    const statuses = [(await write(url, 'DELETE')).status, (await write(url, 'PUT', 'Ann')).status];
    const { others, created } = served.truth();
    await served.stop();
    expect(statuses).toEqual([204, 201]);
    expect(others.filter(({ exists }) => !exists)).toMatchObject([{ harmedBy: [expect.stringMatching(/^DELETE /)] }]);
    expect([others.length, created.length]).toEqual([3, 1]);
  });

  test('removes what it accepted to remove, whatever is written until then', async () => {
    let now = 0;
    const served = await serveDesign(withChoices({ removal: '202', removalKind: 'late' }), {
      clock: { now: () => now },
    });
    const url = `${served.url}/bookings/${served.truth().others[0]?.id}`;
    await write(url, 'DELETE');
    const changed = await write(url, 'PUT', 'Ann');
    now = 10_000;
    const { status } = await fetch(url);
    await served.stop();
    expect([changed.status, status]).toEqual([200, 404]);
  });

  test('shows an item that is changed often, in spite of a lag', async () => {
    let now = 0;
    const served = await serveDesign(withChoices({ lag: 'both' }), { clock: { now: () => now } });
    const url = `${served.url}/bookings/${served.truth().others[0]?.id}`;
    for (let count = 0; count < 30; count++) {
      now += 10;
      await write(url, 'PUT', `Ann ${count}`);
    }
    const { status } = await fetch(url);
    await served.stop();
    expect(status).toBe(200);
  });
});

describe('faults', () => {
  test('name probes that exist', () => {
    expect(faults.flatMap(({ seenBy }) => seenBy).filter((name) => !probeNames.includes(name))).toEqual([]);
  });

  test('of the simplest design are seen', async () => {
    const facts = describeService(simplestDesign);
    const missed = [];
    for (const { name, appliesTo, change, seenBy } of faults)
      if (appliesTo(facts) && (await checkDesign(simplestDesign, { change, probes: seenBy })).length === 0)
        missed.push(name);
    expect(missed).toEqual([]);
  });
});
