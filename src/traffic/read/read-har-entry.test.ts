import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json.js';
import { readHarEntry } from './read-har-entry.js';

const request = {
  method: 'GET',
  url: 'https://api.example.com/orders/7',
  headers: [
    { name: 'Accept', value: 'application/json' },
    { name: 'Authorization', value: 'Bearer token-of-ada' },
  ],
  bodySize: 0,
};
const response = {
  status: 200,
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  content: { size: 8, mimeType: 'application/json', text: '{"id":7}' },
  redirectURL: '',
};
const entry = (changes: JsonObject = {}, asked: JsonObject = {}, got: JsonObject = {}): Json => ({
  ...{ startedDateTime: '2026-11-02T08:00:00.000+01:00', time: 12.5 },
  ...{ request: { ...request, ...asked }, response: { ...response, ...got } },
  ...changes,
});
const read = (value: Json, creator = 'Playwright', folder = '.') =>
  readHarEntry(value, { place: 'a.har, entry 1', creator, folder });
const readPair = (value: Json, creator?: string, folder?: string) => {
  const found = read(value, creator, folder);
  if (!('pair' in found)) throw new Error(found.leftOut);
  return found.pair;
};

describe('an entry', () => {
  test('has its messages, its time and a caller without credentials', () => {
    const pair = readPair(entry());
    expect(pair).toMatchObject({
      fields: { accept: 'application/json' },
      hasFields: true,
      hasContent: true,
      hasText: true,
    });
    expect(pair.answer?.json).toEqual({ id: 7 });
    expect(pair.endedAt - pair.startedAt).toBe(12.5);
    expect(pair.caller).toMatch(/^[0-9a-f]{12}$/);
    expect(JSON.stringify({ ...pair, secrets: [] })).not.toContain('token-of-ada');
  });

  test.each<[string, Json, string]>([
    ['of the memory cache of Chrome', entry({ _fromCache: 'memory' }), 'responses of a cache or a service worker'],
    [
      'of a service worker',
      entry({}, {}, { _fetchedViaServiceWorker: true }),
      'responses of a cache or a service worker',
    ],
    ['that a Playwright test answered', entry({ _wasFulfilled: true }), 'responses of a test in place of the service'],
    ['that was aborted', entry({}, {}, { status: 0 }), 'aborted requests, and requests without a response'],
    [
      'of Firefox without a response',
      entry({}, {}, { status: -1 }),
      'aborted requests, and requests without a response',
    ],
    ['of a WebSocket', entry({ _resourceType: 'websocket' }, {}, { status: 101 }), 'upgrades to other protocols'],
    ['that is a preflight of Chrome', entry({ _resourceType: 'preflight' }, { method: 'OPTIONS' }), 'preflights'],
    [
      'that is a preflight of Firefox',
      entry({}, { method: 'OPTIONS', headers: [{ name: 'Access-Control-Request-Method', value: 'PUT' }] }),
      'preflights',
    ],
    [
      'that was redirected',
      entry({}, {}, { status: 302, redirectURL: '/login' }),
      'redirects that the client followed',
    ],
    ['that is a script', entry({ _resourceType: 'script' }), 'pages and files of a web application'],
    [
      'that is a page',
      entry({}, {}, { content: { mimeType: 'text/html', size: 1 } }),
      'pages and files of a web application',
    ],
    ['of an extension', entry({}, { url: 'chrome-extension://x/y' }), 'other origins'],
    ['without a time', entry({ startedDateTime: 'x' }), 'entries without a time'],
    ['without a response', { request }, 'entries without a request, a response or a URL'],
  ])('%s is left out', (_, value, leftOut) => expect(read(value)).toEqual({ leftOut }));

  test.each<[string, Json, Partial<ReturnType<typeof readPair>>]>([
    [
      'a content that Chrome did not keep',
      entry({}, {}, { content: { size: 90, mimeType: 'application/json' } }),
      { hasText: false },
    ],
    [
      'a content that was cut',
      entry({}, {}, { content: { size: 90, mimeType: 'application/json', text: '{"id":' } }),
      { hasText: false },
    ],
    [
      'a content with a comment that says so',
      entry({}, {}, { content: { ...response.content, comment: 'cut here, 90 characters' } }),
      { hasText: false },
    ],
    [
      'an empty content',
      entry({}, {}, { status: 204, content: { size: 0, mimeType: 'x-unknown' } }),
      { hasText: true },
    ],
    [
      'binary content',
      entry({}, {}, { content: { size: 3, mimeType: 'application/pdf', text: 'AAEC', encoding: 'base64' } }),
      { hasText: false },
    ],
    ['no header fields', entry({}, {}, { headers: [] }), { hasFields: false }],
    [
      'a 304 whose condition the browser added',
      entry({}, {}, { status: 304, content: { size: 0, mimeType: '' } }),
      { hasFields: false },
    ],
    ['a request with content that was not kept', entry({}, { method: 'POST', bodySize: 40 }), { hasContent: false }],
    ['a request of which nothing is known', entry({}, { method: 'POST', bodySize: -1 }), { hasContent: false }],
    [
      'an error page of a gateway',
      entry({}, {}, { status: 502 }),
      { unjudged: 'errors of a gateway, and error pages' },
    ],
    ['several statuses', entry({}, {}, { status: 207 }), { unjudged: 'batches' }],
    [
      'a query of GraphQL',
      entry(
        {},
        { method: 'POST', postData: { mimeType: 'application/json', text: '{"query":"query { me { id } }"}' } },
      ),
      { unjudged: 'GraphQL' },
    ],
  ])('with %s', (_, value, expected) => expect(readPair(value)).toMatchObject(expected));

  test('with base64 of mitmproxy is decoded', () => {
    const text = Buffer.from('{"id":"ä"}').toString('base64');
    const content = { size: 11, mimeType: 'application/json; charset=utf-8', text, encoding: 'base64', compression: 0 };
    expect(readPair(entry({}, {}, { content })).answer?.json).toEqual({ id: 'ä' });
  });

  test('of Chrome without credentials has an unknown caller, and one of k6 an anonymous one', () => {
    const bare = entry({}, { headers: [{ name: 'Accept', value: '*/*' }] });
    expect(readPair(bare, 'WebInspector').caller).toBeUndefined();
    expect(readPair(bare, 'k6').caller).toBe('anonymous');
  });

  test('of Playwright may have its content in a file beside the archive, and in no other place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-'));
    try {
      writeFileSync(join(folder, 'abc.json'), '{"id":9}');
      const attach = (_file: string) => entry({}, {}, { content: { size: 8, mimeType: 'application/json', _file } });
      expect(readPair(attach('abc.json'), 'Playwright', folder).answer?.json).toEqual({ id: 9 });
      expect(readPair(attach('../abc.json'), 'Playwright', join(folder, 'x')).hasText).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
