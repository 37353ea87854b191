import { describe, expect, it } from 'vitest';
import { useSteadyClock } from '../../../test/support/use-steady-clock.js';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Operation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { held, violated } from '../../rule/finding.js';
import { creatable } from '../../rule/needs/usual-needs.js';
import {
  createNamedRule,
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';

useSteadyClock();

const makes = createNamedRule('made/things', {
  needs: [creatable],
  given: (bodies) => bodies.body(),
  when: async (body, { items }) => items.create(body as Json),
});

const read = { method: 'GET' as const, path: '/things/{id}', provenance: 'assumed' as const };
const guess: Collection = {
  ...testCollection,
  read: { ...read, statuses: [], parameters: [] },
  create: { ...(testCollection.create as Operation), provenance: 'assumed' },
};

/** The URL of an item contains its `documentId`; DELETE of any other URL reports success. */
function keeping(address: 'documentId' | 'none') {
  const standing = new Map<string, JsonObject>();
  let last = 0;
  const answer = ({ method, path, json }: ReceivedRequest): StubResponse => {
    const id = /^\/things\/([^/?]+)$/.exec(path)?.[1];
    if (id === undefined) {
      if (method !== 'POST' || !isObject(json)) return { status: 200, json: [...standing.values()] };
      last += 1;
      const made = { ...json, id: last, documentId: `d${last}` };
      standing.set(made.documentId, made);
      return { status: 201, json: made };
    }
    const found = address === 'none' ? undefined : standing.get(id);
    if (method === 'DELETE') {
      standing.delete(id);
      return { status: 204 };
    }
    return found ? { status: 200, json: found } : { status: 404 };
  };
  return { standing, answer };
}

/** Items are at a number that `Location` or `url` names; the response to a creation shows it in these members. */
function numbering(show: (number: number) => JsonObject, location: (number: number) => string | undefined) {
  const standing = new Map<string, JsonObject>();
  let last = 16;
  const answer = ({ method, path, json }: ReceivedRequest): StubResponse => {
    const id = /^\/things\/([^/?]+)$/.exec(path)?.[1];
    if (id === undefined) {
      if (method !== 'POST' || !isObject(json)) return { status: 200, json: [...standing.values()] };
      last += 1;
      const made = { ...json, ...show(last) };
      standing.set(String(last), made);
      const place = location(last);
      return { status: 201, json: made, ...(place !== undefined && { headers: { location: place } }) };
    }
    const found = standing.get(id);
    if (method === 'DELETE') return { status: standing.delete(id) ? 204 : 404 };
    return found ? { status: 200, json: found } : { status: 404 };
  };
  return { standing, answer };
}

describe('a creation that names several addresses', () => {
  const readable = createNamedRule<Json, { path: string; status: number | undefined }>('made/things', {
    needs: [creatable],
    given: (bodies) => bodies.body(),
    when: async (body, { items }) => {
      const item = await items.create(body);
      return { path: item.path, status: (await item.get()).answer?.status };
    },
    then: ({ status }) => (status === 200 ? held : violated({ expected: 200, actual: status ?? null })),
  });
  const named: Collection = {
    ...guess,
    id: { ...guess.id, pointer: '/name' },
    create: { ...(testCollection.create as Operation), provenance: 'described' },
  };

  it.each<[string, string, ReturnType<typeof numbering>]>([
    [
      'Location, and the member with its number',
      '/no',
      numbering(
        (no) => ({ no }),
        (no) => `/things/${no}`,
      ),
    ],
    [
      'Location, and no member',
      '/assay-unknown-member',
      numbering(
        () => ({}),
        (no) => `/things/${no}`,
      ),
    ],
    [
      'a self link',
      '/no',
      numbering(
        (no) => ({ no, url: `/things/${no}` }),
        () => undefined,
      ),
    ],
    [
      'the id, where Location is wrong',
      '/id',
      numbering(
        (no) => ({ id: no, name: String(no) }),
        () => '/things/7',
      ),
    ],
  ])('is used by the one that shows the item: %s', async (_, pointer, { standing, answer }) => {
    const { url } = await startItemService(answer);
    const known = pointer === '/id' ? { ...named, id: { ...named.id, pointer: '/id' } } : named;
    const { collections, outcomes, leftovers } = await runRules(url, [readable], { collections: [known] });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held']);
    expect(collections[0]?.id.pointer).toBe(pointer);
    expect([[...standing], leftovers]).toEqual([[], []]);
  });

  it('is undecided where none shows the item', async () => {
    const { url } = await startItemService(
      numbering(
        () => ({}),
        () => '/things/7',
      ).answer,
    );
    const { outcomes } = await runRules(url, [readable], { collections: [named] });
    expect(outcomes).toMatchObject([{ verdict: 'inconclusive', cause: 'setup' }]);
  });
});

describe('a created item that is not at its address', () => {
  it('is found by another member, and removed by that', async () => {
    const { standing, answer } = keeping('documentId');
    const { url } = await startItemService(answer);
    const { collections, notes, outcomes } = await runRules(url, [makes], { collections: [guess] });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held']);
    expect(collections[0]?.id.pointer).toBe('/documentId');
    expect(notes).toEqual([
      expect.stringMatching(
        /^things: the id is at \/documentId, not at \/id: GET \/things\/1 returned 404 \(exchange \d+\), and GET \/things\/d1 returned 200 \(exchange \d+\)$/,
      ),
    ]);
    expect([...standing]).toEqual([]);
  });

  it('is found beside items of others, which are compared by the same id', async () => {
    const { standing, answer } = keeping('documentId');
    standing.set('d0', { id: 100, documentId: 'd0', name: 'of another client' });
    const { url } = await startItemService(answer);
    const { notes, leftovers } = await runRules(url, [makes], { collections: [guess] });
    expect(notes[0]).toContain('the id is at /documentId');
    const told = JSON.stringify([notes, leftovers]);
    const shown = [...standing.keys()].filter((id) => told.includes(`/things/${id}`));
    expect(shown).toEqual([...standing.keys()].filter((id) => id !== 'd0'));
    expect(told).not.toMatch(/gone|not compared/);
  });

  it('is not sought in the content of a 202 response, which is about an operation', async () => {
    const standing = new Map<string, JsonObject>();
    let last = 0;
    const { url } = await startItemService(({ method, path, json }) => {
      const job = /^\/jobs\/(.+)$/.exec(path)?.[1];
      if (job !== undefined)
        return { status: 200, json: { id: `job ${job}`, status: 'succeeded', resource: `/things/t${job}` } };
      const id = /^\/things\/([^/?]+)$/.exec(path)?.[1];
      if (method === 'DELETE') return { status: standing.delete(id ?? '') ? 204 : 404 };
      if (id !== undefined) return standing.has(id) ? { status: 200, json: standing.get(id) } : { status: 404 };
      if (method !== 'POST' || !isObject(json)) return { status: 200, json: [...standing.values()] };
      last += 1;
      standing.set(`t${last}`, { ...json, id: `t${last}` });
      return { status: 202, headers: { location: `/jobs/${last}` }, json: { id: `job ${last}`, status: 'pending' } };
    });
    const { collections, notes, leftovers } = await runRules(url, [makes], { collections: [guess] });
    expect([collections[0]?.id.pointer, notes]).toEqual(['/id', []]);
    expect([[...standing.keys()], leftovers]).toEqual([[], []]);
  });

  it('is found when a document describes its creation', async () => {
    const { standing, answer } = keeping('documentId');
    const { url } = await startItemService(answer);
    const described = {
      ...guess,
      create: { ...(testCollection.create as Operation), provenance: 'described' as const },
    };
    const { collections, outcomes } = await runRules(url, [makes], { collections: [described] });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held']);
    expect(collections[0]?.id.pointer).toBe('/documentId');
    expect([...standing]).toEqual([]);
  });

  it('is left when no member leads to it', async () => {
    const { url } = await startItemService(keeping('none').answer);
    const { collections, notes, leftovers } = await runRules(url, [makes], { collections: [guess] });
    expect([collections[0]?.id.pointer, notes]).toEqual(['/id', []]);
    expect(leftovers).toEqual([stillListed]);
  });

  it('is left when the id is declared', async () => {
    const { url } = await startItemService(keeping('documentId').answer);
    const said = { about: 'id', value: '/id', provenance: 'declared' as const, evidence: 'assay.yaml:3:5' };
    const { collections, notes, leftovers } = await runRules(url, [makes], {
      collections: [{ ...guess, facts: [said] }],
    });
    expect([collections[0]?.id.pointer, notes]).toEqual(['/id', []]);
    expect(leftovers).toEqual([stillListed]);
  });
});

/** Location and URLs have small letters and content large ones; or both are the same. */
function spelling(isCaseless: boolean) {
  const standing = new Map<string, JsonObject>([['AA0', { id: 'AA0', name: 'before the run' }]]);
  const answer = ({ method, path, json }: ReceivedRequest): StubResponse => {
    const id = /^\/things\/([^/?]+)$/.exec(path)?.[1];
    if (id === undefined) {
      if (method !== 'POST' || !isObject(json)) return { status: 200, json: [...standing.values()] };
      const made = `AB${standing.size}`;
      standing.set(made, { ...json, id: made });
      return { status: 201, headers: { location: `/things/${isCaseless ? made.toLowerCase() : made}` } };
    }
    // Only small letters lead to an item there.
    const key = !isCaseless ? id : id === id.toLowerCase() ? id.toUpperCase() : '';
    const found = standing.get(key);
    if (method === 'DELETE') return { status: standing.delete(key) ? 204 : 404 };
    return found ? { status: 200, json: found } : { status: 404 };
  };
  return { standing, answer };
}

describe('an id that only Location names', () => {
  const listed = createNamedRule<Json, readonly [boolean, boolean]>('listed/things', {
    needs: [creatable],
    given: (bodies) => bodies.body(),
    when: async (body, { items }) => {
      const item = await items.create(body);
      const isShown = items.readId((await item.get()).answer?.json) === item.id;
      return [isShown, items.findEntry(await items.list(), item) !== undefined] as const;
    },
    then: ([isShown, isListed]) =>
      isShown && isListed ? held : violated({ expected: [true, true], actual: [isShown, isListed] }),
  });

  it.each([
    [
      true,
      [
        'things: ids are compared without regard to case: an item shows the id AB1, and Location has it in another case',
      ],
    ],
    [false, []],
  ])('is compared without regard to case where it has another one: %s', async (isCaseless, expected) => {
    const { standing, answer } = spelling(isCaseless);
    const { url } = await startItemService(answer);
    const { notes, outcomes, leftovers } = await runRules(url, [listed], { collections: [guess] });
    expect(outcomes.map(({ verdict }) => verdict)).toEqual(['held']);
    expect(notes).toEqual(expected);
    expect([[...standing.keys()], leftovers]).toEqual([['AA0'], []]);
  });
});

describe('an id that neither the response to a creation nor the name of its member tells', () => {
  it('is where the item shows it', async () => {
    const standing = new Map<string, JsonObject>();
    const { url } = await startItemService(({ method, path, json }) => {
      const id = /^\/things\/([^/?]+)$/.exec(path)?.[1];
      if (method === 'DELETE') return { status: standing.delete(id ?? '') ? 204 : 404 };
      if (id !== undefined) return standing.has(id) ? { status: 200, json: standing.get(id) } : { status: 404 };
      if (method !== 'POST' || !isObject(json)) return { status: 200, json: [...standing.values()] };
      const made = `g${Math.random()}`;
      standing.set(made, { label: 'x', tag: made, ...json });
      return { status: 201, headers: { location: `/things/${made}` } };
    });
    const { collections, outcomes, leftovers } = await runRules(url, [makes], { collections: [guess] });
    expect([outcomes[0]?.verdict, collections[0]?.id.pointer]).toEqual(['held', '/tag']);
    expect([standing.size, leftovers]).toEqual([0, []]);
  });
});

/** The removal of an item at a wrong address succeeded, and its list entry stays. */
const stillListed = expect.objectContaining({
  path: '/things',
  mayExist: true,
  count: expect.any(Number),
  why: expect.stringMatching(/still shows \d+ entries of the run whose DELETE succeeded/),
});

describe('items at an address that only Location names', () => {
  const located = [
    ['created at once', 201, '/entries/', true],
    ['shown as the answer shows it, without what was sent', 201, '/entries/', true],
    ['accepted first, which says nothing about the item', 202, '/entries/', false],
    ['of which a status monitor quotes the content', 202, '/jobs/', false],
    ['in another item, which has it in a list', 201, '/posts/', false],
  ] as const;
  it.each(located)('%s', async (name, status, stem, isFound) => {
    const standing = new Map<string, JsonObject>();
    const { url, arrived } = await startItemService(({ method, path, json }): StubResponse => {
      const id = path.startsWith('/entries/') ? path.slice('/entries/'.length) : undefined;
      const found = standing.get(id ?? '');
      if (method === 'POST' && isObject(json)) {
        const isOwn = name.startsWith('shown');
        const made = isOwn ? `U ${standing.size}` : `7e${standing.size}f0a91b3c4d`;
        const stored = isOwn ? { Id: made, State: 'open' } : json;
        standing.set(encodeURIComponent(made), stored);
        return { status, headers: { location: stem + encodeURIComponent(made) }, json: stored };
      }
      if (path === '/things') return { status: 200, json: [...standing.values()] };
      const job = standing.get(path.slice('/jobs/'.length));
      const post = standing.get(path.slice('/posts/'.length));
      if (path.startsWith('/posts/') && post) return { status: 200, json: { title: 'of others', comments: [post] } };
      if (path.startsWith('/jobs/') && job) return { status: 200, json: { status: 'running', request: job } };
      if (found === undefined) return { status: 404 };
      if (method === 'PUT' && isObject(json)) standing.set(id ?? '', json);
      if (method === 'DELETE') return { status: standing.delete(id ?? '') ? 204 : 404 };
      return { status: 200, json: standing.get(id ?? '') ?? null };
    });
    const remove = { ...(testCollection.remove as Operation), provenance: 'assumed' as const };
    const { collections, outcomes } = await runRules(url, [makes], { collections: [{ ...guess, remove }] });
    expect(outcomes[0]?.verdict).toBe(isFound ? 'held' : 'inconclusive');
    const [known] = collections;
    expect([known?.itemPath, known?.read?.path, known?.replace?.path, known?.remove?.path]).toEqual(
      Array.from({ length: 4 }, () => (isFound ? '/entries/{id}' : '/things/{id}')),
    );
    if (isFound) expect([...standing]).toEqual([]);
    expect(arrived.filter(({ method, path }) => method !== 'GET' && /^\/(jobs|posts)\//.test(path))).toEqual([]);
  });
});
