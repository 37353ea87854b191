import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import type { JsonObject } from '../../src/model/json.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../support/scripted-service.fixture.js';
import { useSteadyClock } from '../support/use-steady-clock.js';

useSteadyClock();

/**
 * A service without a document, whose items have their id in `ref`; items are read at the given place below the list. `others` are
 * items that the list does not show.
 */
async function serveBookings(place: string, others: Readonly<Record<string, JsonObject>> = {}) {
  const bookings = new Map<string, JsonObject>(Object.entries(others));
  const { baseUrl } = await serveListener(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = (request.url ?? '').split('?')[0] ?? '';
    const send = (status: number, json?: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(json === undefined ? '' : JSON.stringify(json));
    if (path === '/bookings' && request.method === 'GET')
      return send(200, { items: [...bookings.values()].filter(({ isHidden }) => !isHidden) });
    if (path === '/bookings' && request.method === 'POST') {
      const name = readName(text);
      if (typeof name !== 'string') return send(422, { title: 'invalid', detail: 'name: must be a string' });
      const made = { version: 1, name, ref: randomUUID() };
      bookings.set(made.ref, made);
      return send(201, made);
    }
    const id = path.startsWith(place) ? path.slice(place.length) : '';
    const found = bookings.get(id);
    if (found === undefined) return send(404, { title: 'not found' });
    if (request.method === 'DELETE') bookings.delete(id);
    const shown = found.isParent
      ? { ...found, parts: [...bookings.values()].filter(({ ref }) => ref !== undefined) }
      : found;
    return request.method === 'DELETE' ? send(204) : request.method === 'GET' ? send(200, shown) : send(405);
  });
  const profile = await loadProfile({ baseUrl, cwd: '/', env: {}, cases: 2, collections: ['/bookings'] });
  return { bookings, report: await audit(profile, { seed: 1 }) };
}

function readName(text: string): unknown {
  try {
    return JSON.parse(text)?.name;
  } catch {
    return undefined;
  }
}

test('an id in a member that no name shows is found by reading what it leads to', async () => {
  const { bookings, report } = await serveBookings('/bookings/');
  const [bookingsReach] = report.reach?.creations ?? [];
  expect(bookingsReach?.created).toBeGreaterThan(20);
  expect([bookings.size, report.leftovers]).toEqual([0, []]);
});

test('where no member leads to the item, hardly any is created, and the line for the profile names what the service added', async () => {
  const { bookings, report } = await serveBookings('/elsewhere/');
  expect(bookings.size).toBeLessThanOrEqual(3);
  expect(report.gate).toMatchObject({ exit: 5, result: 'incomplete' });
  expect(report.gate.reasons[0]).toContain(
    'Add to assay.yaml: resources: [{ collection: /bookings, id: { pointer: /ref } }]',
  );
});

test.each<[string, JsonObject]>([
  ['the same value there', { version: 1, name: 'theirs', isHidden: true }],
  ['the new item in it', { version: 1, name: 'theirs', isHidden: true, isParent: true }],
])('an item of others that a member leads to is left alone, with %s', async (_, theirs) => {
  const { bookings, report } = await serveBookings('/bookings/', { 1: theirs });
  expect(bookings.get('1')).toEqual(theirs);
  expect(report.harm).toBeUndefined();
});
