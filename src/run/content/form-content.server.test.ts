import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import type { Json } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { creatable } from '../../rule/needs/usual-needs.js';
import { createNamedRule, runRules, testCollection } from '../test-service.fixture.js';
import { encodeForm } from './request-content.js';

useSteadyClock();

describe('form', () => {
  it.each<[string, Json, string]>([
    ['scalars', { name: 'a b&c', size: 3, isOpen: true, note: null }, 'name=a+b%26c&size=3&isOpen=true&note='],
    ['lists', { tags: ['x', 'y'], none: [] }, 'tags=x&tags=y'],
    ['members of members', { address: { city: 'Bonn', lines: ['1'] } }, 'address%5Bcity%5D=Bonn&address%5Blines%5D=1'],
    ['what is no object', [1, 2], ''],
  ])('writes %s', (_, body, text) => {
    expect(encodeForm(body)).toBe(text);
  });

  it('is sent to a collection that accepts only forms, after the service said so', async () => {
    const { url, seen } = await formShelf();
    const guess: Collection = {
      ...testCollection,
      create: { ...(testCollection.create as Operation), provenance: 'assumed' },
    };
    const { outcomes, notes, collections } = await runRules(url, [makes], { collections: [guess] });
    expect(outcomes).toMatchObject([{ verdict: 'held', cases: 10 }]);
    expect(collections[0]?.create?.request?.mediaType).toBe('application/x-www-form-urlencoded');
    expect(notes.join()).toContain('it is accepted when it is sent as application/x-www-form-urlencoded');
    expect(seen.at(-1)).toMatchObject({ name: expect.any(String), size: expect.stringMatching(/^\d+$/) });
  });

  it('stays the form of all creations where no content is accepted in it', async () => {
    const { url, types } = await formShelf(422);
    const guess: Collection = {
      ...testCollection,
      create: { ...(testCollection.create as Operation), provenance: 'assumed' },
    };
    await runRules(url, [makes], { collections: [guess] });
    const forms = types.slice(types.findIndex((type) => type.includes('form')));
    expect(forms.length).toBeGreaterThan(2);
    expect(forms.filter((type) => !type.includes('form'))).toEqual([]);
  });

  it('has the members of an object that a rule writes as text, and ends a case that writes other text', async () => {
    const { url, seen } = await formShelf();
    const mediaType = 'application/x-www-form-urlencoded';
    const { create } = testCollection;
    const formed = {
      ...testCollection,
      create: { ...(create as Operation), request: { ...create?.request, mediaType } },
    };
    const writing = (text: string) =>
      createNamedRule('by/hand', { when: async (_, { items }) => items.post({}, { text }) });
    const object = await runRules(url, [writing('{"name":"x","size":3}')], { collections: [formed] });
    expect(object.outcomes).toMatchObject([{ verdict: 'held' }]);
    expect(seen.at(-1)).toEqual({ name: 'x', size: '3' });
    const list = await runRules(url, [writing('[{"name":"x"}]')], { collections: [formed] });
    expect(list.outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'no-usable-case' }]);
    // Nothing was sent.
    expect(list.leftovers).toEqual([]);
  });
});

const makes = createNamedRule('made/things', {
  needs: [creatable],
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => items.create(body as Json),
});

/** Creates items only from forms, or refuses these with a status. */
async function formShelf(refusal?: number) {
  const seen: Record<string, string>[] = [];
  const types: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'DELETE') return response.writeHead(204).end();
    if (request.method === 'POST') types.push(request.headers['content-type'] ?? '');
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') {
      await textOf(request);
      return response.writeHead(415).end();
    }
    const thing = Object.fromEntries(new URLSearchParams(await textOf(request)));
    if (refusal !== undefined) return response.writeHead(refusal).end();
    seen.push(thing);
    const made = JSON.stringify({ ...thing, id: `t${seen.length}` });
    return response.writeHead(201, { 'content-type': 'application/json' }).end(made);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, types };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
