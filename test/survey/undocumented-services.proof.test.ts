import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { audit } from '../../src/audit.js';
import { startDemo } from '../../src/demo/start-demo.js';
import type { JsonObject } from '../../src/model/json.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { startLibrary } from '../../tools/library-service/start-library.js';
import { type ScriptedService, serveListener, serveReplies } from '../support/scripted-service.fixture.js';
import { useSteadyClock } from '../support/use-steady-clock.js';

useSteadyClock();

/** The same service without its document. */
async function undocumented({ url, close }: { url: string; close(): Promise<void> }): Promise<string> {
  onTestFinished(() => close());
  const { baseUrl } = await serveListener((incoming, response) => {
    if (/openapi|swagger|api-docs|well-known/.test(incoming.url ?? '')) return response.writeHead(404).end();
    const { method, headers } = incoming;
    const onward = request(url + incoming.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.once('aborted', () => onward.destroy());
    return incoming.pipe(onward);
  });
  return baseUrl;
}

const poster = (url: string) => async (path: string, body: JsonObject) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as JsonObject;
};

async function audited(baseUrl: string, collections?: readonly string[]): Promise<Report> {
  const named = collections === undefined ? {} : { collections };
  return audit(await loadProfile({ baseUrl, cwd: '/', env: {}, cases: 4, ...named }), { seed: 1 });
}

const believed = ({ survey: { collections } }: Report, about: string) =>
  collections.map(({ facts }) => facts.find((fact) => fact.about === about)?.value);
const many = ({ results }: Report, verdict: string) => results.filter((one) => one.verdict === verdict).length;
const wrongs = ({ results }: Report) =>
  results.flatMap(({ rule, verdict, evidence }) =>
    /violated|errored/.test(verdict) ? [[rule, evidence?.summary]] : [],
  );

describe('a correct service without a document', () => {
  it('has no violation: the demo', async () => {
    const demo = await startDemo();
    const post = poster(demo.url);
    for (let n = 0; n < 24; n += 1) {
      const address = { street: `Road ${n}`, city: 'Town', zip: String(10_000 + n) };
      const priority = ['low', 'normal', 'high'][n % 3] ?? 'low';
      const order = { customer: `C${n}`, quantity: 1 + (n % 7), price: 9.5 + n, note: `n${n}`, gift: n % 2 > 0 };
      await post('/orders', { ...order, tags: ['a'], email: `c${n}@example.org`, priority, address });
    }
    const report = await audited(await undocumented(demo));
    expect(wrongs(report)).toEqual([]);
    expect(report.gate).toMatchObject({ open: true, exit: 0 });
    expect(many(report, 'held')).toBeGreaterThan(55);
    expect(believed(report, 'pagination')).toEqual([{ style: 'cursor', params: { size: 'limit', cursor: 'cursor' } }]);
    expect(demo.orders()).toBe(24);
  });

  it('has no violation: the library with two named collections', async () => {
    const library = await startLibrary();
    const post = poster(library.url);
    for (let n = 0; n < 7; n += 1) {
      await post('/shelves', { name: `Shelf ${n}`, floor: n % 3, note: 'x' });
      await post('/authors', { name: `Author ${n}`, born: 1900 + n, note: 'y' });
    }
    const report = await audited(await undocumented(library), ['/shelves', '/authors']);
    expect(wrongs(report)).toEqual([]);
    expect(report.gate).toMatchObject({ open: true, exit: 0 });
    expect(many(report, 'held')).toBeGreaterThan(100);
    const paged = { style: 'offset', params: { size: 'limit', offset: 'offset' } };
    expect(believed(report, 'pagination')).toEqual([paged, paged]);
  });
});

describe('a run without any collection', () => {
  it.each<[string, () => Promise<ScriptedService>, number, RegExp]>([
    [
      'an unknown path',
      () => serveReplies({ 'GET /': {} }),
      5,
      /--collection \/orders: returns 404, so it was not checked/,
    ],
    [
      'a base without a service',
      () => serveReplies({}),
      3,
      /nothing was found at \S+: the server returned 404 for every request: GET \/, .*; name a collection with --collection PATH/,
    ],
    [
      'no list',
      () => serveReplies({ 'GET /orders': { open: true } }),
      5,
      /--collection \/orders: returns no list of objects, so it was not checked/,
    ],
  ])('fails with the reason: %s', async (_, start, exit, reason) => {
    const { baseUrl } = await start();
    const { gate } = await audited(baseUrl, ['/orders']);
    expect(gate).toMatchObject({ open: false, exit });
    expect(gate.reasons.at(-1)).toMatch(reason);
  });
});
