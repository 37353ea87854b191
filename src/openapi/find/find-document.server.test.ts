import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createOrderPaths,
  createSilentService,
  type ScriptedReply,
  serveReplies,
} from '../../../test/support/scripted-service.fixture.js';
import { DocumentError } from '../document-error.js';
import { findDocument } from './find-document.js';

const document = createDocument(createOrderPaths());

const findAt = async (replies: Record<string, ScriptedReply>, base = '') => {
  const { baseUrl, client, asked } = await serveReplies(replies, base);
  return { found: await findDocument(createDeclaredService(baseUrl), client), asked, baseUrl };
};

describe('at the usual places', () => {
  it.each([
    '/openapi.json',
    '/openapi.yaml',
    '/swagger.json',
    '/v3/api-docs',
    '/swagger/v1/swagger.json',
    '/api-json',
    '/q/openapi',
    '/api/schema/',
    '/docs/openapi.json',
    '/api-docs',
  ])('%s', async (place) => {
    const { found, baseUrl, asked } = await findAt({ [`GET ${place}`]: document });
    expect(found).toEqual({ document, source: baseUrl + place, notes: [] });
    expect(asked).toContain(`GET ${place}`);
  });

  it('reads YAML too', async () => {
    const { found } = await findAt({
      'GET /openapi.yaml': { raw: 'openapi: 3.1.0\npaths: { /a: {} }', headers: { 'content-type': 'text/yaml' } },
    });
    expect(found?.document.paths).toEqual({ '/a': {} });
  });

  it('ignores HTML pages and other JSON', async () => {
    const { found, baseUrl } = await findAt({
      'GET /openapi.json': { raw: '<!doctype html>' },
      'GET /swagger.json': { other: 1 },
      'GET /api-docs': document,
    });
    expect(found?.source).toBe(`${baseUrl}/api-docs`);
  });

  it('searches below the base path first, then at the root', async () => {
    const { found, asked } = await findAt({ 'GET /openapi.json': document }, '/v1');
    expect(found?.source).toMatch(/\d\/openapi\.json$/);
    expect(asked[1]).toBe('GET /v1/openapi.json');
  });

  it('follows an API catalog', async () => {
    const linkset = [{ anchor: '/', 'service-desc': [{ href: '/hidden/api.json', type: 'application/json' }] }];
    const { found, asked } = await findAt({
      'GET /.well-known/api-catalog': { linkset },
      'GET /hidden/api.json': document,
    });
    expect(found?.source).toMatch(/\/hidden\/api\.json$/);
    expect(asked).toHaveLength(2);
  });

  it('does not follow a catalog to another origin', async () => {
    const linkset = [{ 'service-desc': [{ href: 'http://127.0.0.1:1/api.json' }] }];
    expect((await findAt({ 'GET /.well-known/api-catalog': { linkset } })).found).toBeUndefined();
  });

  it('finds nothing with few requests when there is no document', async () => {
    const { found, asked } = await findAt({});
    expect(found).toBeUndefined();
    expect(asked).toHaveLength(29);
  });

  it('ends the search at the first missing response', async () => {
    const { baseUrl, client } = createSilentService();
    expect(await findDocument(createDeclaredService(baseUrl), client)).toBeUndefined();
    expect(client.count()).toBe(1);
  });
});

describe('a named document', () => {
  const named = async (
    openapiAt: string | ((baseUrl: string) => string),
    replies: Record<string, ScriptedReply> = {},
  ) => {
    const { baseUrl, client } = await serveReplies(replies);
    const place = typeof openapiAt === 'string' ? openapiAt : openapiAt(baseUrl);
    return findDocument(createDeclaredService(baseUrl, { openapi: place }), client);
  };

  function folder(): string {
    const path = mkdtempSync(join(tmpdir(), 'discovery-'));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    return path;
  }

  it('reads a file', async () => {
    const file = join(folder(), 'api.json');
    writeFileSync(file, JSON.stringify(document));
    expect(await named(file)).toEqual({ document, source: file, notes: [] });
  });

  it('reads a URL of the target', async () => {
    expect((await named((base) => `${base}/my.json`, { 'GET /my.json': document }))?.document).toEqual(document);
  });

  it('reads a URL of another origin without the credentials of the service', async () => {
    const elsewhere = await serveReplies({ 'GET /my.json': document });
    expect((await named(`${elsewhere.baseUrl}/my.json`))?.document).toEqual(document);
    expect(elsewhere.client.count()).toBe(0);
  });

  it.each<[string, string | ((base: string) => string), RegExp]>([
    ['no file', './gone.yaml', /^gone\.yaml: no such file$/],
    [
      'a path of the service',
      '/no/such/openapi.json',
      /^\/no\/such\/openapi\.json: no such file; if the service serves it, give http:\/\/127.*\/no\/such\/openapi\.json$/,
    ],
    ['a folder', tmpdir(), /: is a folder, not a file$/],
    ['404', (base) => `${base}/gone.json`, /gone\.json: returned 404, not an OpenAPI document; check the address$/],
    ['401', (base) => `${base}/closed.json`, /closed\.json: returned 401, not an OpenAPI document; give credentials/],
    [
      'a redirect',
      (base) => `${base}/old.json`,
      /old\.json: returned 301, not an OpenAPI document; give \/new\.json instead, where it redirects to$/,
    ],
    ['HTML', (base) => `${base}/docs`, /docs: is an HTML page, not an OpenAPI document/],
    ['silence elsewhere', 'http://127.0.0.1:1/api.json', /^http:\/\/127\.0\.0\.1:1\/api\.json: no answer: /],
  ])('complains about %s', async (_, place, message) => {
    const replies = {
      'GET /docs': { raw: '<html></html>' },
      'GET /closed.json': { raw: '', status: 401 },
      'GET /old.json': { raw: '', status: 301, headers: { location: '/new.json' } },
    };
    const outcome = await named(place, replies).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(DocumentError);
    expect((outcome as Error).message).toMatch(message);
  });

  it('reports a service that does not respond', async () => {
    const { baseUrl, client } = createSilentService();
    const known = createDeclaredService(baseUrl, { openapi: `${baseUrl}/openapi.json` });
    await expect(findDocument(known, client)).rejects.toThrow(/openapi\.json: no answer: /);
  });
});
