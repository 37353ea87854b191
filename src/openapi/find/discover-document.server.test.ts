import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createOrderPaths,
  createSilentService,
  type ScriptedReply,
  serveListener,
  serveReplies,
} from '../../../test/support/scripted-service.fixture.js';
import { discoverDocument } from './discover-document.js';

const document = createDocument(createOrderPaths());
const html = (raw: string): ScriptedReply => ({
  raw: `<!doctype html><html>${raw}</html>`,
  headers: { 'content-type': 'text/html' },
});

const discovered = async (replies: Record<string, ScriptedReply>, base = '') => {
  const { baseUrl, client, asked } = await serveReplies({ 'GET /hidden.json': document, ...replies }, base);
  return { source: (await discoverDocument(baseUrl, client)).found?.source.replace(/^http:\/\/[^/]*/, ''), asked };
};

describe('an API catalog', () => {
  const catalogs: [string, Record<string, ScriptedReply>][] = [
    [
      'its service-desc',
      { 'GET /.well-known/api-catalog': { linkset: [{ 'service-desc': [{ href: '/hidden.json' }] }] } },
    ],
    [
      'a catalog that it leads to',
      {
        'GET /.well-known/api-catalog': { linkset: [{ item: [{ href: '/more' }] }] },
        'GET /more': { linkset: [{ 'service-desc': [{ href: 'hidden.json' }] }] },
      },
    ],
    [
      'a service that it leads to, with a link in its header',
      {
        'GET /.well-known/api-catalog': { linkset: [{ item: [{ href: '/service' }] }] },
        'GET /service': { raw: '{}', headers: { link: '</hidden.json>; rel="service-desc"' } },
      },
    ],
    [
      'its own header',
      {
        'GET /.well-known/api-catalog': {
          raw: '{}',
          headers: { link: '<x>; rel=next, </hidden.json>; rel=service-desc' },
        },
      },
    ],
  ];

  it.each(catalogs)('%s', async (_, replies) => expect((await discovered(replies)).source).toBe('/hidden.json'));

  it.each<[string, ScriptedReply]>([
    ['another origin', { linkset: [{ 'service-desc': [{ href: 'http://127.0.0.1:1/api.json' }] }] }],
    ['nothing that can be read', { linkset: [null, { 'service-desc': 'x', item: [7, { href: 'http://[' }] }] }],
    ['no linkset', [1]],
  ])('that leads to %s is ignored', async (_, catalog) => {
    expect((await discovered({ 'GET /.well-known/api-catalog': catalog })).source).toBeUndefined();
  });
});

it('a link in the response for the root', async () => {
  const front = { raw: '{}', headers: { link: '</hidden.json>; rel="service-desc"; type="application/json"' } };
  expect((await discovered({ 'GET /v1/': front }, '/v1')).source).toBe('/hidden.json');
});

it.each([403, 404])('a link in the response for the root, which is refused with %i', async (status) => {
  const front = { raw: '', status, headers: { link: '</hidden.json>; rel="service-desc"' } };
  expect((await discovered({ 'GET /': front })).source).toBe('/hidden.json');
});

describe('a documentation page', () => {
  it.each<[string, string, string]>([
    ['Swagger UI', '/docs', '<script>SwaggerUIBundle({ url: "/hidden.json", dom_id: "#ui" })</script>'],
    ['Redoc', '/redoc', '<redoc spec-url="../hidden.json"></redoc>'],
    ['Redoc by script', '/redoc', '<script>Redoc.init("/hidden.json", {})</script>'],
    ['Scalar', '/docs', '<script id="api-reference" data-url="/hidden.json"></script>'],
    ['a link', '/docs', '<link rel="service-desc" href="/hidden.json">'],
  ])('%s', async (_, page, raw) => {
    expect((await discovered({ [`GET ${page}`]: html(raw) })).source).toBe('/hidden.json');
  });

  it('with URLs in a configuration', async () => {
    const replies = {
      'GET /swagger-ui/index.html': html('<script>ui({ "configUrl": "/config" })</script>'),
      'GET /config': { configUrl: '/config', urls: [{ url: '/hidden.json', name: 'all' }] },
    };
    expect((await discovered(replies)).source).toBe('/hidden.json');
  });

  it('with the URL in a separate script', async () => {
    const replies = {
      'GET /swagger-ui/index.html': html('<script src="./swagger-initializer.js"></script>'),
      'GET /swagger-ui/swagger-initializer.js': {
        raw: 'ui({ url: "../hidden.json" })',
        headers: { 'content-type': 'text/javascript' },
      },
    };
    expect((await discovered(replies)).source).toBe('/hidden.json');
  });

  it('that leads to another origin is ignored', async () => {
    expect(
      (await discovered({ 'GET /docs': html('<redoc spec-url="http://127.0.0.1:1/api.json">') })).source,
    ).toBeUndefined();
  });
});

describe('requests', () => {
  it('use the first of several documents, in any order of responses', async () => {
    expect((await discovered({ 'GET /swagger.json': document, 'GET /openapi.yml': document })).source).toBe(
      '/openapi.yml',
    );
  });

  it('are few, and none is repeated', async () => {
    const { asked } = await discovered({}, '/v1/api');
    expect(asked.length).toBeLessThanOrEqual(48);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it('end at the first missing response', async () => {
    const { baseUrl, client } = createSilentService();
    expect(await discoverDocument(baseUrl, client)).toEqual({ broken: [] });
    expect(client.count()).toBe(1);
  });
});

describe('a document that cannot be used', () => {
  const search = async (replies: Record<string, ScriptedReply>) => {
    const { baseUrl, client, asked } = await serveReplies(replies);
    const { found, broken } = await discoverDocument(baseUrl, client);
    const strip = (text = '') => text.replace(baseUrl, '');
    return { found: strip(found?.source), broken: broken.map(({ message }) => strip(message)), asked };
  };
  const whole = JSON.stringify(document);
  const textOf = (raw: string, type = 'application/json') => ({ raw, headers: { 'content-type': type } });
  const linking = { raw: '{}', headers: { link: '</described>; rel="service-desc"' } };

  it.each<[string, ScriptedReply, RegExp]>([
    [
      'broken JSON',
      textOf(whole.replace('"paths":{', '"paths":{,')),
      /^\/openapi.json:1:\d+: cannot be parsed as JSON or YAML: /,
    ],
    ['JSON that ends early', textOf(whole.slice(0, -9)), /^\/openapi.json:1:\d+: cannot be parsed/],
    [
      'broken YAML',
      textOf('openapi: 3.1.0\npaths: [\n', 'application/yaml'),
      /^\/openapi.json:\d+:\d+: cannot be parsed/,
    ],
    ['an old version', { swagger: '1.2' }, /^\/openapi.json: has the OpenAPI version 1.2; supported are /],
    ['no paths', { openapi: '3.1.0', paths: {} }, /^\/openapi.json: describes no paths$/],
    [
      'more parts than can be read',
      textOf(`{"openapi":"3.1.0","x":[${'0,'.repeat(1_000_001)}0]}`),
      /: cannot be read: content of more than 1000000 parts$/,
    ],
  ])('is named with its place and what is wrong with it: %s', async (_, reply, message) => {
    const { found, broken } = await search({ 'GET /openapi.json': reply });
    expect(found).toBe('');
    expect(broken).toEqual([expect.stringMatching(message)]);
  });

  it.each<[string, (text: string) => Buffer, Record<string, string>]>([
    ['as it is', (text) => Buffer.from(text), {}],
    ['compressed', (text) => gzipSync(text), { 'content-encoding': 'gzip' }],
  ])('is too large %s, and the search goes on', async (_, encode, headers) => {
    const padding = Array.from({ length: 1_500_000 }, (__, i) => `word${i}`).join(' ');
    const large = encode(JSON.stringify({ ...document, info: { title: 'large', description: padding } }));
    const { baseUrl, client } = await serveListener(({ url }, response) => {
      if (url === '/openapi.json') response.writeHead(200, headers).end(large);
      else if (url === '/swagger.json') response.end(whole);
      else response.writeHead(404).end();
    });
    const { found, broken } = await discoverDocument(baseUrl, client);
    expect(found?.source).toBe(`${baseUrl}/swagger.json`);
    expect(broken.map(({ message }) => message)).toEqual([
      `${baseUrl}/openapi.json: cannot be read: content longer than 16777216 octets`,
    ]);
  });

  it.each<[string, ScriptedReply]>([
    ['is something else', { hello: 'world' }],
    ['is an HTML page', html('<body>OpenAPI')],
    ['is nothing', textOf('')],
  ])('is named if the service links to it, and it %s', async (_, reply) => {
    const { broken } = await search({ 'GET /': linking, 'GET /described': reply });
    expect(broken).toEqual([expect.stringMatching(/^\/described: .*not an OpenAPI document/)]);
  });

  it('is not named for a link to something else where another one is used', async () => {
    const linkset = [{ 'service-desc': [{ href: '/events' }, { href: '/hidden.json' }] }];
    const replies = { 'GET /.well-known/api-catalog': { linkset }, 'GET /events': { asyncapi: '2.0.0' } };
    expect(await search({ ...replies, 'GET /hidden.json': document })).toMatchObject({
      found: '/hidden.json',
      broken: [],
    });
  });

  it.each<[string, ScriptedReply, RegExp]>([
    ['nothing', textOf(''), /is empty, not an OpenAPI document/],
    ['an empty object', {}, /not an OpenAPI document: .*; it is empty/],
    ['other JSON', { hello: 'world' }, /not an OpenAPI document: .*; found the keys hello/],
    ['a page with the type of JSON', textOf('<html><body>Sign in'), /is an HTML page, not an OpenAPI document/],
    ['broken JSON', textOf('{"hello": '), /cannot be parsed/],
  ])('is named for its address alone where that has %s', async (_, reply, message) => {
    expect((await search({ 'GET /openapi.json': reply })).broken).toEqual([expect.stringMatching(message)]);
    const alike = { 'GET /openapi.json': reply, 'GET /openapi.yaml': reply, 'GET /swagger.json': reply };
    expect((await search(alike)).broken).toEqual([]);
    expect((await search({ 'GET /openapi.json': reply, 'GET /swagger.json': document })).broken).toEqual([]);
  });

  it.each<[string, string, ScriptedReply]>([
    ['an HTML page that contains one', '/docs', html('<script>{"openapi":"3.1.0",</script>')],
    ['a script that contains one', '/api-json', textOf('ui({\n  "openapi": "3.1.0",\n})', 'text/javascript')],
    ['other JSON', '/api-json', { hello: 'world' }],
    ['a page of the website', '/openapi.json', html('<body>Welcome')],
    ['a list of links', '/api', { openapi: '/v9/api-docs', swagger: '/ui' }],
    ['other JSON with one inside', '/api', { apis: [{ openapi: '3.1.0' }] }],
    ['broken JSON of something else', '/api-json', textOf('{"hello": ')],
    ['a large list', '/api', textOf(`[${'{"id":1},'.repeat(2_000_000)}{}]`)],
    ['text', '/api-json', textOf('see openapi: 3.1.0 [', 'text/plain')],
  ])('is not %s', async (_, path, reply) => {
    expect((await search({ [`GET ${path}`]: reply })).broken).toEqual([]);
  });
});
