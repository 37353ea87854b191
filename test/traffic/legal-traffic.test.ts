import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/model/json.js';
import { judgeEntries } from '../../tools/traffic/judge-entries.js';

const api = 'https://api.example.com';
const json = [{ name: 'Content-Type', value: 'application/json' }];
/** An exchange that begins after so many seconds and takes some. */
const entry = (
  [method, path]: readonly [string, string],
  [status, got]: readonly [number, Json],
  { at = 0, took = 0.01, sent, fields = json }: { at?: number; took?: number; sent?: JsonObject; fields?: Json } = {},
): Json => ({
  ...{ startedDateTime: new Date(at * 1_000).toISOString(), time: took * 1_000, cache: {}, timings: {} },
  request: {
    ...{ method, url: api + path, headers: json, bodySize: sent ? -1 : 0 },
    ...(sent && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
  },
  response: {
    ...{ status, headers: fields, redirectURL: '' },
    content: { size: -1, mimeType: '', text: typeof got === 'string' ? got : JSON.stringify(got) },
  },
});

const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const described = (schema: Json): JsonObject => ({
  responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } },
});
const openapi = JSON.stringify({
  ...{ openapi: '3.1.0', info: { title: 'Orders', version: '1' } },
  paths: {
    '/orders': { get: described({ type: 'array', items: item }) },
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: described(item),
    },
  },
});
const html = [{ name: 'Content-Type', value: 'text/html' }];
const read = ['GET', '/orders/1'] as const;
/** A page that links to a second one, and that one. */
const first = (at: number, ...ids: readonly number[]) =>
  entry(['GET', '/orders?offset=0'], [200, ids.map((id) => ({ id }))], {
    ...{ at, fields: [...json, { name: 'Link', value: '</orders?offset=2>; rel="next"' }] },
  });
const second = (at: number, ...ids: readonly number[]) =>
  entry(['GET', '/orders?offset=2'], [200, ids.map((id) => ({ id }))], { at });

test.each<[string, readonly Json[]]>([
  ['errors of GraphQL in a success', [entry(['POST', '/graphql'], [200, { errors: [{ message: 'no' }] }])]],
  ['several statuses', [entry(['POST', '/orders/$batch'], [207, { responses: [{ status: 500 }] }])]],
  ['an error page of a gateway', [entry(read, [405, '<html>no</html>'], { fields: html })]],
  ['an undocumented address that looks like an item', [entry(['GET', '/orders/export'], [200, { count: 3 }])]],
  ['a parameter that the document does not have', [entry(['GET', '/orders?limit=1'], [200, [{ id: 1 }, { id: 2 }]])]],
  ['a described item', [entry(read, [200, { id: 1 }])]],
  [
    'an item that was removed and created again at the same time',
    [
      entry(['DELETE', '/orders/1'], [204, ''], { at: 10 }),
      entry(['PUT', '/orders/1'], [201, ''], { at: 18, took: 5, sent: { id: 1 } }),
      entry(read, [200, { id: 1 }], { at: 20 }),
    ],
  ],
  [
    'a list to which other clients write that are not recorded',
    [first(10, 4, 3), second(20, 3, 2), first(30, 4, 3), second(40, 3, 2), first(50, 5, 4)],
  ],
  [
    'a write that becomes visible after a second',
    [
      entry(read, [200, { id: 1, note: 'a' }], { at: 10 }),
      entry(['PUT', '/orders/1'], [204, ''], { at: 11, sent: { note: 'b' } }),
      entry(read, [200, { id: 1, note: 'a' }], { at: 12 }),
    ],
  ],
])('%s is legal', async (_, entries) => {
  const report = await judgeEntries(entries, api, { openapi });
  expect(report.results.filter(({ evidence }) => evidence !== undefined)).toEqual([]);
});

test('an entry on two pages that stay as they are is suspected', async () => {
  const { results } = await judgeEntries([first(10, 4, 3), second(20, 3, 2), first(30, 4, 3), second(40, 3, 2)], api, {
    openapi,
  });
  expect(results.filter(({ evidence }) => evidence !== undefined).map(({ rule }) => rule)).toEqual([
    'pagination/paging-shows-every-item-once',
  ]);
});

test('the same is a violation of the document, or a suspicion, where nothing else explains it', async () => {
  const wrong = [
    entry(read, [200, { id: 'one', note: 'a' }], { at: 10 }),
    entry(['PUT', '/orders/1'], [204, ''], { at: 11, sent: { note: 'b' } }),
    entry(read, [200, { id: 'one', note: 'a' }], { at: 22 }),
  ];
  const { results, gate } = await judgeEntries(wrong, api, { openapi });
  const found = results.filter(({ evidence }) => evidence !== undefined);
  expect(found.map(({ rule, verdict }) => `${verdict} ${rule}`)).toEqual([
    'violated document/response-matches-its-schema',
    'inconclusive idempotency/put-stores-what-was-sent',
  ]);
  expect(gate).toMatchObject({ exit: 5, reasons: [expect.stringContaining('too little was recorded: 3 exchanges')] });
});
