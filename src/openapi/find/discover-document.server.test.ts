import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createOrderPaths,
  createSilentService,
  type ScriptedReply,
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
  return { source: (await discoverDocument(baseUrl, client))?.source.replace(/^http:\/\/[^/]*/, ''), asked };
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
    expect(await discoverDocument(baseUrl, client)).toBeUndefined();
    expect(client.count()).toBe(1);
  });
});
