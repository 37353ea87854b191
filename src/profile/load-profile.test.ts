// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how profiles name variables
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failOnValues } from '../model/result/gate-policy.js';
import { createProfileFolder, loadYamlProfile } from './folder.fixture.js';
import { loadProfile } from './load-profile.js';

const bare = (baseUrl: string, options = {}) =>
  loadProfile({ baseUrl, cwd: createProfileFolder({}), env: {}, ...options });

it('takes each value of --fail-on from the profile', async () => {
  const { failOn } = await loadYamlProfile(`baseUrl: http://x\nrules: { failOn: [${failOnValues.join(', ')}] }\n`);
  expect(failOn).toEqual([...failOnValues]);
});

describe('aim', () => {
  it('accepts collections by path or by URL', async () => {
    const { collections } = await bare('http://x/v1', { collections: ['/orders/', 'http://x/v1/books'] });
    expect(collections).toEqual(['/orders/', '/books']);
  });

  it('keeps the query of a collection apart', async () => {
    const { collections, collectionQueries } = await bare('http://x/v1', {
      collections: ['/orders?tenant=a', 'http://x/v1/books/?v=1'],
    });
    expect(collections).toEqual(['/orders', '/books/']);
    expect(collectionQueries).toEqual({ '/orders': '?tenant=a', '/books/': '?v=1' });
  });

  it('fills in all defaults', async () => {
    expect(await bare('http://localhost:3000/')).toEqual({
      name: 'localhost:3000',
      baseUrl: 'http://localhost:3000',
      isLoopback: true,
      permit: 'deletes',
      permitFrom: 'default',
      headers: {},
      identities: {},
      callers: { none: { headers: {}, query: {} } },
      hasCredential: false,
      hideExistence: false,

      resources: [],
      collections: [],
      errors: {},
      volatile: [],
      cache: {},
      consistency: {},
      dialect: {
        deleteMissing: 'as-described',
        deletedItem: 'not-found',
        created: [201],
        hideExistence: false,
        badSyntax: [400],
        badMeaning: [422],
        conflict: [409],
        keyMismatch: [422, 409, 400],
        extraStatuses: [],
      },
      chosenDialects: [],
      limits: {
        maxRequests: 20_000,
        minRules: 10,
        maxSeconds: 600,
        concurrency: 8,
        timeoutMs: 10_000,
        cases: 10,
        ratePerSecond: undefined,
        ratePerHost: undefined,
        maxLive: 250,
        maxMade: 10_000,
        maxLeft: 3,
      },
      cleanup: true,
      only: [],
      ruleFolders: [],
      waivers: [],
      secrets: [],
      openapi: undefined,
    });
  });

  it.each([
    ['http://127.0.0.1', {}, '', 'deletes', 'default'],
    ['https://api.example.com', {}, '', 'reads', 'default'],
    ['https://api.example.com', { permit: 'floods' }, 'permit: writes', 'floods', 'flag'],
    ['https://api.example.com', {}, 'permit: writes', 'writes', 'profile'],
    ['http://localhost', {}, 'safety: { readOnly: true }', 'reads', 'profile'],
    ['https://api.example.com', {}, 'safety: { allowWrites: [api.example.com] }', 'deletes', 'profile'],
    ['https://api.example.com', {}, 'safety: { allowWrites: [other.example.com] }', 'reads', 'default'],
  ])('%s %j %j is permitted %s by %s', async (baseUrl, flags, yaml, permit, permitFrom) => {
    const named = { baseUrl, file: 'assay.yaml', ...(flags as object) };
    expect(await loadYamlProfile(yaml, named)).toMatchObject({ permit, permitFrom });
  });

  it.each([
    ['https://api.example.com', 'permit: writes', 'reads', 'writes'],
    ['https://api.example.com', 'safety: { allowWrites: [api.example.com] }', 'reads', 'deletes'],
    ['http://localhost', 'permit: floods', 'deletes', 'floods'],
  ])('a profile that is found by itself does not raise the permission: %s %j', async (baseUrl, yaml, permit, asked) => {
    const profile = await loadYamlProfile(yaml, { baseUrl });
    expect(profile).toMatchObject({ permit, permitFrom: 'default' });
    expect(profile.notes).toEqual([
      `assay.yaml asks for the permission ${asked}, and was not named on the command line, so only ${permit} are permitted. To permit more: --profile assay.yaml, or --permit ${asked}`,
    ]);
  });

  it('a profile that is found by itself lowers the permission', async () => {
    const profile = await loadYamlProfile('permit: reads', { baseUrl: 'http://localhost' });
    expect([profile.permit, profile.permitFrom, profile.notes]).toEqual(['reads', 'profile', undefined]);
  });

  it('takes variables of the profile from .env, but no options of the command line', async () => {
    const files = { 'assay.yaml': 'name: ${NAME}\nversion: ${VERSION}\ncontact: ${ASSAY_TOKEN:-none}\n' };
    const cwd = createProfileFolder({ ...files, '.env': 'NAME=shop\nVERSION="1"\nASSAY_TOKEN=x\n' });
    const profile = await loadProfile({ cwd, env: { VERSION: '2' }, baseUrl: 'http://localhost' });
    expect(profile).toMatchObject({ name: 'shop', version: '2', contact: 'none' });
  });

  it('prefers flags to the file', async () => {
    const yaml =
      'baseUrl: http://localhost:1\nlimits: { cases: 3, maxRequests: 4, rate: 5/s }\nrules: { only: [a/*] }\nheaders: { X-One: file }';
    const flags = { cases: 30, rate: '50', only: ['b/*'], headers: ['x-one: flag'], maxSeconds: 9, concurrency: 2 };
    expect(await loadYamlProfile(yaml, flags)).toMatchObject({
      limits: { cases: 30, maxRequests: 4, maxSeconds: 9, concurrency: 2, ratePerSecond: 50 },
      only: ['b/*'],
      headers: { 'x-one': 'flag' },
    });
    expect(await loadYamlProfile(yaml)).toMatchObject({
      limits: { cases: 3, ratePerSecond: 5 },
      only: ['a/*'],
      headers: { 'x-one': 'file' },
    });
  });

  it('accepts runs as an alias of cases', async () => {
    expect((await loadYamlProfile('baseUrl: http://x\nlimits: { runs: 4 }')).limits.cases).toBe(4);
    expect((await loadYamlProfile('baseUrl: http://x\nlimits: { runs: 4 }', { cases: 5 })).limits.cases).toBe(5);
    expect((await loadYamlProfile('baseUrl: http://x\nlimits: { runs: 4, cases: 6 }')).limits.cases).toBe(6);
  });

  it('replaces variables everywhere, also in numbers', async () => {
    const yaml =
      'baseUrl: ${HOST}/v1\nname: a ${NAME:-default} $${LEFT}\nlimits: { cases: "${CASES:-7}" }\nsafety: { cleanup: "${CLEAN}" }';
    const profile = await loadYamlProfile(yaml, { env: { HOST: 'http://localhost:9', CLEAN: 'false' } });
    expect(profile).toMatchObject({
      baseUrl: 'http://localhost:9/v1',
      name: 'a default ${LEFT}',
      cleanup: false,
      secrets: [],
    });
    expect(profile.limits.cases).toBe(7);
  });

  it('keeps declared behaviour, with defaults', async () => {
    const yaml = `
baseUrl: http://x
auth: { hideExistence: true, public: [/health] }
idempotency: { name: Idempotency-Key }
rateLimit: { limit: 5 }
dialect: { deletedItem: gone, deleteMissing: not-found }
volatile: [updatedAt, /audit/seen]
versions: { old: /v1, new: /v2 }
`;
    expect(await loadYamlProfile(yaml)).toMatchObject({
      hideExistence: true,
      publicPaths: ['/health'],
      idempotency: { in: 'header', name: 'Idempotency-Key', format: 'raw', required: false },
      rateLimit: { probe: false, limit: 5 },
      dialect: { deletedItem: 'gone', deleteMissing: 'not-found', created: [201], hideExistence: true },
      chosenDialects: ['deleteMissing', 'deletedItem', 'hideExistence'],
      volatile: ['/updatedAt', '/audit/seen'],
      versions: { old: '/v1', new: '/v2' },
    });
  });

  it('adds names and places to resources, and converts members to pointers', async () => {
    const yaml = `baseUrl: http://x
resources:
  - collection: /v1/orders
    marker: { field: note }
    create: { unique: [email], overrides: { tenant: 4 } }
    patch: { field: note }
    delete: false
`;
    expect((await loadYamlProfile(yaml)).resources).toEqual([
      {
        name: 'orders',
        collection: '/v1/orders',
        where: 'assay.yaml:3:5',
        marker: { field: '/note' },
        create: { unique: ['/email'], overrides: { '/tenant': 4 } },
        patch: { field: '/note' },
        delete: false,
      },
    ]);
  });

  it('keeps the query that a list needs apart from the addresses of its items', async () => {
    const yaml = 'baseUrl: http://x\nresources:\n  - { collection: "/v1/orders?tenant=7", item: "/v1/order/{id}" }\n';
    const { resources, collectionQueries } = await loadYamlProfile(yaml);
    expect(resources).toMatchObject([{ name: 'orders', collection: '/v1/orders', item: '/v1/order/{id}' }]);
    expect(collectionQueries).toEqual({ '/v1/orders': '?tenant=7' });
  });

  it('reads waivers of the profile and of the baseline with their places', async () => {
    const cwd = createProfileFolder({
      'assay.yaml': 'baseUrl: http://x\nwaivers:\n  - { rule: a, reason: b, until: 2028-02-29 }\n',
      'known.json': '{"waivers":[{"rule":"c","subject":"orders","reason":"d","owner":"e"}]}',
    });
    expect((await loadProfile({ cwd, env: {}, waiversFile: 'known.json' })).waivers).toEqual([
      { rule: 'a', reason: 'b', until: '2028-02-29', where: 'assay.yaml:3:5' },
      { rule: 'c', subject: 'orders', reason: 'd', owner: 'e', where: 'known.json:1:13' },
    ]);
  });

  it('resolves a document against the place that names it', async () => {
    const cwd = createProfileFolder({ 'assay.yaml': 'baseUrl: http://x\nopenapi: api.yaml\n' });
    expect((await loadProfile({ cwd, env: {} })).openapi).toBe(join(cwd, 'api.yaml'));
    expect((await loadProfile({ cwd: join(cwd, '..'), env: {}, file: join(cwd, 'assay.yaml') })).openapi).toBe(
      join(cwd, 'api.yaml'),
    );
    expect((await loadProfile({ cwd, env: {}, openapi: 'other.json' })).openapi).toBe(join(cwd, 'other.json'));
    expect((await loadProfile({ cwd, env: {}, openapi: 'https://x/o.json' })).openapi).toBe('https://x/o.json');
  });
});

describe('the file and the base URL', () => {
  const files = (own: string) => createProfileFolder({ 'assay.yaml': `baseUrl: ${own}\nname: mine\n` });

  it.each(['assay.yaml', 'assay.yml', 'assay.json'])('finds %s', async (name) => {
    const cwd = createProfileFolder({ [name]: '{ "name": "mine", "baseUrl": "http://x" }' });
    expect(await loadProfile({ cwd, env: {} })).toMatchObject({ name: 'mine', file: join(cwd, name) });
  });

  it('lets the command line name another port or path of the same host', async () => {
    expect(
      await loadProfile({ baseUrl: 'http://127.0.0.1:2/v2', cwd: files('http://localhost:1'), env: {} }),
    ).toMatchObject({
      name: 'mine',
      baseUrl: 'http://127.0.0.1:2/v2',
    });
  });

  it('does not use a found file that describes another host', async () => {
    const profile = await loadProfile({ baseUrl: 'https://b.example', cwd: files('https://a.example'), env: {} });
    expect(profile).toMatchObject({ name: 'b.example', baseUrl: 'https://b.example' });
    expect(profile.notes?.[0]).toContain('assay.yaml describes https://a.example, another host');
  });

  it('uses a named file for any host', async () => {
    const cwd = files('https://a.example');
    const profile = await loadProfile({ baseUrl: 'https://b.example', cwd, env: {}, file: 'assay.yaml' });
    expect(profile).toMatchObject({ name: 'mine', baseUrl: 'https://b.example' });
    expect(profile.notes).toBeUndefined();
  });
});
