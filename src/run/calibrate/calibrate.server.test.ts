import { describe, expect, it } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { clock } from '../../model/clock.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { createFact, type Operation, type Provenance } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { creatable } from '../../rule/needs/usual-needs.js';
import {
  createNamedRule,
  type ReceivedRequest,
  readableCollection,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

/** A body is made and must be accepted. */
const makes = createNamedRule('made/things', {
  needs: [creatable],
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => items.create(body as Json),
});

const guessed = (operation: Operation | undefined, schema?: JsonObject): Operation => ({
  ...(operation as Operation),
  provenance: 'assumed',
  ...(schema && { request: { mediaType: 'application/json', schema } }),
});

const text: JsonObject = { type: 'string', minLength: 1 };
const seen: JsonObject = {
  type: 'object',
  properties: { name: text, size: { type: 'integer' }, colour: { ...text, examples: ['red', 'blue'] }, origin: text },
  required: ['name', 'size', 'colour', 'origin'],
};
const guess: Collection = {
  ...testCollection,
  create: guessed(testCollection.create, seen),
  replace: guessed(testCollection.replace, seen),
  remove: guessed(testCollection.remove),
};

const described = { ...readableCollection.read, provenance: 'described' } as Operation;

/** Refuses a body with its first problem. */
const refusing =
  (complain: (body: JsonObject) => Json | undefined, status = 400) =>
  ({ method, json }: ReceivedRequest): StubResponse | undefined => {
    const error = (method === 'POST' || method === 'PUT') && isObject(json) ? complain(json) : undefined;
    return error === undefined ? undefined : { status, json: error };
  };

const strict: readonly (readonly [string, (body: JsonObject) => Json | undefined, string])[] = [
  [
    'texts of another form, without saying which',
    ({ name }) => (/^[a-z]{1,10}$/.test(String(name)) ? undefined : { errors: { name: 'has the wrong form' } }),
    'name has another form',
  ],
  [
    'another type, without saying which',
    ({ colour }) => (Array.isArray(colour) ? undefined : { errors: { colour: 'has the wrong type' } }),
    'colour has another form',
  ],
  [
    'numbers out of a range that it does not tell',
    ({ size }) => (Number(size) <= 7 ? undefined : { errors: { size: 'is out of range' } }),
    'size has another form',
  ],
  [
    'a member that it does not know',
    (body) => ('colour' in body ? { message: ['property colour should not exist'], statusCode: 400 } : undefined),
    'colour is omitted',
  ],
  [
    'a missing member without an example',
    (body) => ('owner' in body ? undefined : { errors: [{ pointer: '/owner', detail: 'is required' }] }),
    'owner is required',
  ],
  [
    'words of its own',
    (body) =>
      ['red', 'blue'].includes(String(body.colour))
        ? undefined
        : { detail: [{ loc: ['body', 'colour'], msg: "Input should be 'red' or 'blue'" }] },
    'colour is one of red, blue',
  ],
  [
    'words that no other item has',
    ({ colour }) =>
      ['red', 'blue'].includes(String(colour))
        ? undefined
        : { message: `the ${String(colour)} colour is not supported` },
    'colour has another form',
  ],
  [
    'words that no other item has, without a reason',
    ({ colour }) => (['red', 'blue'].includes(String(colour)) ? undefined : { error: 'bad request' }),
    'colour is "red"',
  ],
  [
    'a length outside of the observed ones',
    (body) =>
      String(body.origin ?? '').length > 4
        ? { message: 'body/origin must NOT have more than 4 characters' }
        : undefined,
    'origin has maxLength 4',
  ],
  [
    'another type',
    (body) => (typeof body.origin === 'number' ? undefined : { origin: ['A valid integer is required.'] }),
    'origin is of type integer',
  ],
  ['what it will not say', (body) => ('origin' in body ? { error: 'bad request' } : undefined), ''],
];

describe('calibration', () => {
  it.each(strict)('finds a body for a service that refuses %s', async (_, complain, change) => {
    const { url, things: standing } = await startItemService(refusing(complain));
    // A refused member without an error message can only be found if it is optional.
    const schema = change === '' ? { ...seen, required: ['name', 'size'] } : seen;
    const loose = { ...guess, create: guessed(testCollection.create, schema) };
    const { outcomes, notes } = await runRules(url, [makes], { collections: [loose] });
    expect(outcomes).toMatchObject([{ verdict: 'held', cases: 10 }]);
    expect(notes.join('\n')).toContain(change);
    expect(standing.size).toBe(0);
  });

  it.each<[string, string | undefined, string, Provenance, boolean]>([
    ['without the wrapper that responses have', 'thing', 'items are sent as they are', 'observed', true],
    ['in the wrapper that responses have', undefined, 'items are sent in the member "thing"', 'observed', true],
    ['as a document says, also where the service refuses that', 'thing', 'accepted no', 'described', false],
  ])('sends items %s', async (_, sent, note, provenance, isTurned) => {
    const { url, things: standing } = await startItemService(({ method, json }) => {
      const isWrapped = isObject(json) && isObject(json.thing);
      if (method !== 'POST' || isWrapped === (sent === undefined)) return undefined;
      return { status: 400, json: { error: 'not valid' } };
    });
    const envelope = { style: 'member' as const, response: 'thing', ...(sent !== undefined && { request: sent }) };
    const facts = [
      ...guess.facts,
      { about: 'envelope', value: { ...envelope }, provenance, evidence: 'GET /things/1' },
    ];
    const { collections, notes } = await runRules(url, [makes], { collections: [{ ...guess, envelope, facts }] });
    expect(notes.join('\n')).toContain(note);
    const [known] = collections;
    const { request, ...plain } = envelope;
    const turned = request === undefined ? { ...envelope, request: 'thing' } : plain;
    expect(known?.envelope).toEqual(isTurned ? turned : envelope);
    expect(standing.size).toBe(0);
  });

  it.each([
    ['as they are where the member of creations is stored as one', 'stored'],
    ['as they are where the member of creations is dropped', 'dropped'],
    ['as they are where the member of creations is refused', 'refused'],
    ['in the member of creations where it is no member of the item', 'opened'],
  ])('replaces items %s', async (_, wrapped) => {
    const isOpened = wrapped === 'opened';
    const { things: stored, url } = await startItemService(({ method, path, json }) => {
      const inside = isObject(json) && isObject(json.thing) ? json.thing : undefined;
      if (method === 'POST' && inside === undefined) return { status: 400 };
      if (inside === undefined || (method === 'PUT' && wrapped === 'stored')) return undefined;
      if (method === 'PUT' && wrapped === 'refused') return { status: 422 };
      const id = method === 'POST' ? `w${stored.size}` : path.slice('/things/'.length);
      const kept = method === 'PUT' && wrapped === 'dropped' ? { id } : { ...inside, id };
      stored.set(id, kept);
      return { status: method === 'POST' ? 201 : 200, json: kept };
    });
    const envelope = { style: 'member' as const, request: 'thing' };
    const collection: Collection = {
      ...readableCollection,
      envelope,
      replace: { ...(readableCollection.replace as Operation), provenance: 'declared' },
    };
    const { collections, notes } = await runRules(url, [makes], { collections: [collection] });
    expect(collections[0]?.envelope).toEqual(isOpened ? envelope : { ...envelope, plain: ['PUT'] });
    expect(notes.filter((note) => note.includes('PUT takes items as they are'))).toHaveLength(isOpened ? 0 : 1);
  });

  it.each<[string, JsonObject, number, boolean]>([
    ['a member of items that was not sent', { detail: 'origin må fylles ut' }, 422, true],
    ['a word that is no member of items', { detail: 'fjernes med replaceExisting' }, 422, false],
    ['a word in a conflict', { message: 'origin removes that one.' }, 409, false],
  ])('sends, where words are not understood, %s only if it is safe', async (_, error, status, isSent) => {
    const { origin, ...others } = seen.properties as JsonObject;
    const schema: JsonObject = { ...seen, properties: others, required: Object.keys(others) };
    const { url, arrived } = await startItemService(({ method, json }) =>
      method === 'POST' && !(isObject(json) && 'origin' in json) ? { status, json: error } : undefined,
    );
    await runRules(url, [makes], {
      collections: [{ ...guess, item: seen, create: guessed(testCollection.create, schema) }],
    });
    const sent = arrived.flatMap(({ method, json }) => (method === 'POST' && isObject(json) ? Object.keys(json) : []));
    expect([sent.includes('origin'), sent.includes('replaceExisting')]).toEqual([isSent, false]);
  });

  it('adds no marker to a member that accepts no text', async () => {
    const { url } = await startItemService(
      refusing(({ origin }) => (typeof origin === 'number' ? undefined : { origin: ['A valid integer is required.'] })),
    );
    const { outcomes } = await runRules(url, [makes], { collections: [{ ...guess, marker: '/origin' }] });
    expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  });

  it('changes described bodies only when they were refused', async () => {
    const described = {
      ...testCollection,
      read: guessed({ ...testCollection.list, path: '/things/{id}' } as Operation),
    };
    const { url, arrived } = await startItemService();
    await runRules(url, [makes], {
      collections: [{ ...described, read: { ...described.read, provenance: 'described' } }],
    });
    const sound = arrived.filter(({ method }) => method === 'PUT').length;
    expect(sound).toBe(0);
    const { url: other } = await startItemService(
      refusing((body) => ('owner' in body ? undefined : { error: 'owner is required' })),
    );
    const { outcomes, notes } = await runRules(other, [makes], { collections: [described] });
    expect(outcomes).toMatchObject([{ verdict: 'held' }]);
    expect(notes).toEqual([
      expect.stringMatching(
        /^things: the service answered POST with 400 \(exchange \d+\); it is accepted when owner is required$/,
      ),
      expect.stringMatching(
        /^things: the service answered PUT with 400 \(exchange \d+\); it is accepted when owner is required$/,
      ),
    ]);
  });

  it('removes assumed operations that are not implemented', async () => {
    const { url } = await startItemService(({ method }) =>
      method === 'PUT' || method === 'DELETE' ? { status: 405 } : undefined,
    );
    const read = { ...testCollection.list, path: '/things/{id}' } as Operation;
    const { collections, notes, leftovers } = await runRules(url, [makes], {
      collections: [{ ...guess, read }],
      limits: { cases: 1 },
    });
    expect(collections[0]).not.toHaveProperty('replace');
    expect(collections[0]).not.toHaveProperty('remove');
    expect(notes).toEqual([
      expect.stringContaining('PUT is not implemented'),
      expect.stringContaining('DELETE is not implemented'),
    ]);
    expect(leftovers.length).toBeGreaterThan(0);
  });

  it('keeps described and declared operations, whatever the response', async () => {
    const { url } = await startItemService(({ method }) =>
      method === 'PUT' || method === 'DELETE' ? { status: 405 } : undefined,
    );
    const { collections } = await runRules(url, [makes], { collections: [testCollection], limits: { cases: 1 } });
    expect(collections).toEqual([testCollection]);
  });

  it('reports when no body is accepted', async () => {
    const { url } = await startItemService(({ method }) =>
      method === 'POST' ? { status: 422, json: { error: 'no' } } : undefined,
    );
    const { outcomes, notes } = await runRules(url, [makes], { collections: [guess] });
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'setup' }]);
    expect(notes).toEqual([
      expect.stringMatching(/accepted no generated body: .*declare resources\[\]\.create\.example/),
    ]);
  });

  it.each<[string, JsonObject, Partial<Operation['request']>]>([
    ['of a member', { type: 'string', format: 'uuid', example: 'e7' }, {}],
    ['of several', { type: 'string', examples: ['e7', 'e8'] }, {}],
    ['of the content', { type: 'string' }, { example: { owner_id: 'e7', name: 'n', size: 1 } }],
  ])('sends the example %s where the service knows no other value', async (_, owner, parts) => {
    const schema = {
      type: 'object',
      properties: { ...(seen.properties as JsonObject), owner_id: owner },
      required: ['name', 'owner_id'],
    };
    const create = {
      ...(testCollection.create as Operation),
      request: { mediaType: 'application/json', schema, ...parts },
    };
    const { url, things: stored } = await startItemService(
      refusing((body) => (body.owner_id === 'e7' ? undefined : { title: 'There is no such thing' }), 422),
    );
    const { outcomes, collections, notes, leftovers } = await runRules(url, [makes], {
      collections: [{ ...readableCollection, create }],
    });
    expect([outcomes[0]?.verdict, collections[0]?.overrides]).toEqual(['held', { '/owner_id': 'e7' }]);
    expect(notes).toEqual([expect.stringContaining('it is accepted when owner_id is "e7"')]);
    expect([stored.size, leftovers]).toEqual([0, []]);
  });

  it('keeps what the service asked for when it refuses another member without saying why', async () => {
    const complain = ({ name, shelf, size }: JsonObject) => {
      if (typeof name !== 'string') return { error: 'name is required' };
      if (typeof shelf !== 'string') return { error: 'shelf is required' };
      return size === undefined ? undefined : { error: 'no' };
    };
    const properties = { size: { type: 'integer' } };
    const create = guessed(testCollection.create, { type: 'object', properties, required: ['size'] });
    const { url, arrived } = await startItemService(refusing(complain, 422));
    const { outcomes } = await runRules(url, [makes], { collections: [{ ...readableCollection, create }] });
    expect(outcomes[0]?.verdict).toBe('held');
    const sent = arrived.flatMap(({ method, json }) =>
      method === 'POST' && isObject(json) ? [Object.keys(json)] : [],
    );
    expect(sent.findLastIndex((names) => !names.includes('name') || !names.includes('shelf'))).toBeLessThan(4);
  });

  it.each<[string, readonly string[], RegExp]>([
    ['small letters', ['aaaa'], /^[a-z]{4,12}$/],
    ['large letters and digits', ['A1', 'B22'], /^[A-Z0-9]{2,12}$/],
    ['letters with what is between them', ['a-b', 'c-de'], /^[a-z-]{3,12}$/],
    ['what is known of none', [], /^[a-z][a-z0-9]{3,12}$/],
  ])('sends new ids that look like those of other items: %s', async (_, standing, form) => {
    const create = guessed(testCollection.create, { type: 'object', properties: {}, required: [] });
    const taken = new Set<Json>(standing);
    const { url } = await startItemService(({ method, json, path }) => {
      if (method === 'GET' && path === '/things') return { status: 200, json: [] };
      if (method !== 'POST' || !isObject(json)) return undefined;
      if (typeof json.id !== 'string') return { status: 422, json: { error: 'id is required' } };
      if (!form.test(json.id)) return { status: 422, json: { error: 'id' } };
      if (taken.has(json.id)) return { status: 409, json: { error: 'taken' } };
      taken.add(json.id);
      return undefined;
    });
    const { marker: __, ...plain } = readableCollection;
    const { outcomes, collections } = await runRules(url, [makes], { collections: [{ ...plain, create, standing }] });
    expect([outcomes[0]?.verdict, collections[0]?.unique]).toEqual(['held', ['/id']]);
    expect(taken.size).toBeGreaterThan(standing.length + 3);
  });

  it('sends a value that the list needs where a creation is asked for it', async () => {
    const { url, arrived } = await startItemService(
      refusing(
        ({ shop }) => (shop === 'north' ? undefined : { error: shop === undefined ? 'shop is required' : 'no' }),
        422,
      ),
    );
    const { outcomes, collections } = await runRules(url, [makes], {
      collections: [{ ...guess, listQuery: { shop: 'north', view: 'all' } }],
    });
    expect([outcomes[0]?.verdict, collections[0]?.overrides]).toEqual(['held', { '/shop': 'north' }]);
    expect(arrived.some(({ json }) => isObject(json) && 'view' in json)).toBe(false);
  });

  it('sends the examples of all members only where nothing else is accepted', async () => {
    const properties = { code: { type: 'string', example: 'K-7' }, name: text, size: { type: 'integer' } };
    const schema = { type: 'object', properties, required: ['code', 'name'] };
    const create = { ...(testCollection.create as Operation), request: { mediaType: 'application/json', schema } };
    const { url } = await startItemService(
      refusing((body) => (body.code === 'K-7' ? undefined : { title: 'This is wrong' }), 422),
    );
    const { outcomes, collections } = await runRules(url, [makes], {
      collections: [{ ...readableCollection, create }],
    });
    expect([outcomes[0]?.verdict, collections[0]?.overrides]).toEqual(['held', { '/code': 'K-7' }]);
  });

  it('does not send members that the service computes', async () => {
    let made = 0;
    const { url } = await startItemService(({ method, json }) => {
      if (method !== 'POST' || !isObject(json)) return undefined;
      made += 1;
      return {
        status: 201,
        json: { ...json, origin: `place ${made}`, id: `t${made}` },
      };
    });
    const { collections, notes } = await runRules(url, [makes], { collections: [guess], limits: { cases: 1 } });
    expect(collections[0]?.serverAssigned).toEqual(['/origin']);
    expect(notes.join()).toContain('things: origin is never sent, because the service sets its own values');
  });

  it('sends a new id for each item where the service asks for one that it seemed to assign', async () => {
    const properties = { id: { type: 'string', pattern: '^[a-z0-9]{4,12}$' }, name: text };
    const create = {
      ...(testCollection.create as Operation),
      request: { mediaType: 'application/json', schema: { type: 'object', properties, required: ['id', 'name'] } },
    };
    const taken = new Set<Json>();
    const { url } = await startItemService(({ method, json }) => {
      if (method !== 'POST' || !isObject(json)) return undefined;
      if (typeof json.id !== 'string') return { status: 422, json: { error: 'id is required' } };
      return taken.has(json.id) || taken.add(json.id) === undefined ? { status: 409 } : undefined;
    });
    const read = { ...testCollection.list, path: '/things/{id}' } as Operation;
    const withheld = { ...testCollection, read, create, serverAssigned: ['/id'] };
    const { outcomes, collections } = await runRules(url, [makes], { collections: [withheld] });
    expect(outcomes).toMatchObject([{ verdict: 'held' }]);
    expect(collections[0]).toMatchObject({ serverAssigned: [], unique: ['/id'] });
    expect(taken.size).toBeGreaterThan(2);
  });

  it('omits members from patches that a patch may not contain, and keeps them in creations', async () => {
    const owned: Collection = {
      ...guess,
      create: guessed(testCollection.create, { ...seen, required: ['name', 'size'] }),
      patch: { ...guessed(testCollection.replace, seen), method: 'PATCH' },
      overrides: { '/owner': 7 },
    };
    const complaint = (name: string) => ({
      name: 'BadRequest',
      message: 'validation failed',
      data: [
        { instancePath: '', params: { additionalProperty: name }, message: 'must NOT have additional properties' },
      ],
    });
    const { url, arrived } = await startItemService(({ method, json }) => {
      if (method !== 'PATCH' || !isObject(json)) return undefined;
      const wrong = ['owner', 'colour', 'size'].find((name) => name in json);
      return wrong === undefined ? { status: 200, json } : { status: 400, json: complaint(wrong) };
    });
    const { collections, notes } = await runRules(url, [makes], { collections: [owned], limits: { cases: 1 } });
    expect(Object.keys(collections[0]?.patch?.request?.schema ?? {})).toContain('properties');
    expect(collections[0]?.patch?.request?.schema).toMatchObject({ properties: { name: text, origin: text } });
    expect(JSON.stringify(collections[0]?.patch?.request?.schema)).not.toMatch(/colour|size|owner/);
    expect(JSON.stringify(collections[0]?.create?.request?.schema)).toMatch(/colour.*size/);
    expect(notes.join()).toMatch(/answered PATCH with 400 .* it is accepted when /);
    expect(arrived.some(({ method, json }) => method === 'POST' && isObject(json) && 'colour' in json)).toBe(true);
  });

  it('learns that reads lag behind writes', async () => {
    const lagMs = 400;
    const asked = new Map<string, number>();
    const { url } = await startItemService(({ method, path }) => {
      if (method !== 'GET' || !/^\/things\/./.test(path)) return undefined;
      asked.set(path, asked.get(path) ?? clock.now());
      return clock.now() < (asked.get(path) ?? 0) + lagMs ? { status: 404 } : undefined;
    });
    const read = { ...testCollection.list, path: '/things/{id}', provenance: 'assumed' } as Operation;
    const { collections, notes } = await runRules(url, [makes], {
      collections: [{ ...guess, read }],
      limits: { cases: 1 },
    });
    expect(collections[0]?.consistency.itemMs).toBeGreaterThan(lagMs);
    expect(notes.join()).toContain('things: a created item is not readable at once');
  });

  it.each<[string, Collection, boolean]>([
    ['guessed', { ...readableCollection, create: guess.create as Operation }, true],
    ['declared', { ...readableCollection, read: guessed(readableCollection.read) }, true],
    ['described with the response', { ...readableCollection, read: described }, false],
    ['declared, unless the id is beside it', readableCollection, false],
  ])('learns that a member of responses has the item where it is %s', async (what, collection, isLearned) => {
    const service = await startItemService(({ method, path }): StubResponse | undefined => {
      const id = path.split('/')[2] ?? '';
      const shown = method === 'GET' ? service.things.get(id) : undefined;
      const json = { thing: shown ?? null, ...(what.includes('beside it') && { id }) };
      return shown === undefined ? undefined : { status: 200, json };
    });
    const shown: (Json | undefined)[] = [];
    const reads = createNamedRule('made/things', {
      needs: [creatable],
      given: (bodies) => bodies.body(),
      when: async (body, { items }) => shown.push((await (await items.create(body as Json)).get()).answer?.json),
    });
    const { notes } = await runRules(service.url, [reads], { collections: [collection] });
    const isTold = notes.includes('things: responses wrap an item in the member "thing"');
    expect([isTold, shown.length > 0]).toEqual([isLearned, true]);
    for (const one of shown) expect(isObject(one) && 'thing' in one).toBe(!isLearned);
  });

  it('sends items as they are where the service stores the member in which it shows them', async () => {
    const service = await startItemService(({ method, path, json }): StubResponse | undefined => {
      if (method === 'POST') {
        const id = String(service.things.size + 1);
        service.things.set(id, { ...(json as JsonObject), id });
        return { status: 201, headers: { location: `/things/${id}` }, json: { id } };
      }
      const shown = method === 'GET' ? service.things.get(path.split('/')[2] ?? '') : undefined;
      return shown && { status: 200, json: { thing: shown } };
    });
    const envelope = { style: 'member', request: 'thing', response: 'thing' } as const;
    const facts = [createFact('envelope', envelope, 'observed', 'GET /things/1')];
    const { notes } = await runRules(service.url, [makes], {
      collections: [{ ...readableCollection, envelope, facts }],
    });
    const note = 'things: items are sent as they are, because the service stores the member "thing" with them';
    expect(notes).toContain(note);
    const posted = service.arrived.filter(({ method }) => method === 'POST').map(({ json }) => json as JsonObject);
    expect(posted.map((json) => 'thing' in json)).toEqual(
      posted.map((_, i) => i < posted.findIndex((one) => !('thing' in one))),
    );
    expect(posted.at(-1)).toHaveProperty('name');
  });

  it('sends items in the member that refusals name, with an id in the form of existing ones', async () => {
    const ids = new Set<Json>();
    const read = new Set<string>();
    const unread: Json[] = [];
    const { url } = await startItemService(({ method, path, json }): StubResponse | undefined => {
      const { thing } = isObject(json) ? json : {};
      if (method === 'GET') read.add(path);
      if (method !== 'POST') return undefined;
      if (!isObject(thing)) return { status: 400, json: { errors: { thing: 'is required' } } };
      if (thing.id === undefined) return { status: 400, json: { errors: { id: 'is required' } } };
      if (!Number.isInteger(thing.id)) return { status: 400, json: { errors: { id: 'has the wrong form' } } };
      ids.add(thing.id ?? null);
      if (!read.has(`/things/${thing.id}`)) unread.push(thing.id);
      return { status: 201, headers: { location: `/things/${thing.id}` } };
    });
    const get = readableCollection.read as Operation;
    const { outcomes, collections } = await runRules(url, [makes], {
      collections: [{ ...guess, read: get, item: seen, id: { pointer: '/url' }, standing: ['101', '102'] }],
    });
    expect(outcomes).toMatchObject([{ verdict: 'held' }]);
    expect(collections[0]).toMatchObject({ envelope: { style: 'member', request: 'thing' }, unique: ['/id'] });
    expect(ids.size).toBeGreaterThan(2);
    // Each may have been that of an item of others, which no list shows.
    expect(unread).toEqual([]);
  });

  it.each<[string, JsonObject | undefined]>([
    ['nothing is known of items', undefined],
    ['items show an id of their own', { type: 'object', properties: { id: { type: 'integer' } } }],
  ])('takes no member that is asked for as the id where %s', async (_, item) => {
    const { url } = await startItemService(({ method, json }): StubResponse | undefined => {
      const missing = ['slug', 'name'].find((name) => method === 'POST' && isObject(json) && json[name] === undefined);
      return missing ? { status: 400, json: { errors: { [missing]: 'is required' } } } : undefined;
    });
    const create = guessed(testCollection.create, { type: 'object', properties: {} });
    const { outcomes, collections } = await runRules(url, [makes], {
      collections: [{ ...testCollection, create, ...(item && { item }) }],
    });
    expect(outcomes).toMatchObject([{ verdict: 'held' }]);
    expect(collections[0]?.unique).toEqual([]);
  });

  it('reports missing credentials, and does not try another body', async () => {
    const { url } = await startItemService(({ method }) => (method === 'POST' ? { status: 401 } : undefined));
    const { notes } = await runRules(url, [makes], { collections: [guess] });
    expect(notes).toEqual([
      expect.stringMatching(/answered POST with 401 \(exchange 2\); credentials with more rights/),
    ]);
  });

  it('generates a new value for a taken one', async () => {
    const taken = new Set<Json | undefined>();
    const { url } = await startItemService(({ method, json }) => {
      if (method !== 'POST' || !isObject(json)) return undefined;
      const isTaken = taken.has(json.origin) || taken.size === 0;
      taken.add(json.origin);
      return isTaken ? { status: 409, json: { error: 'origin is already taken' } } : undefined;
    });
    const { outcomes } = await runRules(url, [makes], { collections: [guess] });
    expect(outcomes).toMatchObject([{ verdict: 'held' }]);
  });

  it('sends no writes without permission', async () => {
    const { url, arrived } = await startItemService();
    await runRules(url, [makes], { collections: [guess], permit: 'reads' });
    expect(arrived.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
