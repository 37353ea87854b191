// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how secrets are shown, and what is written
import { describe, expect, test } from 'vitest';
import { createSampleViolation } from '../../../../test/report-samples/sample-result.js';
import { sound } from '../../../../test/report-samples/samples.js';
import type { Json } from '../../../model/json.js';
import type { Evidence, RecordedExchange, Report } from '../../../model/result/report.js';
import { buildRegressionTest } from './build-regression-test.js';
import { writeHttpFile } from './write-http-file.js';
import { writeHurl } from './write-hurl.js';
import { writeScript } from './write-script.js';

const id = '7d7dbfb1-0000-4000-8000-000000000001';
const mark = 'assay-77af7311-glknt1l4';
const report = {
  ...sound,
  target: { name: 'shop', baseUrl: 'http://x/api' },
  startedAt: '2026-11-23T10:00:00Z',
  seed: 7,
} as Report;

const send = (
  method: string,
  path: string,
  {
    content,
    headers = {},
    status = 200,
    shown,
    location,
  }: {
    content?: object;
    headers?: Record<string, string>;
    status?: number;
    shown?: Json;
    location?: string;
  } = {},
): RecordedExchange => ({
  n: 1,
  request: {
    method,
    url: `http://x/api${path}`,
    headers: { 'user-agent': 'assay', ...headers },
    ...(content && { content: JSON.stringify(content) }),
  },
  answer: {
    status,
    headers: location === undefined ? {} : { location },
    ...(shown !== undefined && { content: JSON.stringify(shown) }),
    ms: 1,
  },
});

const created = send('POST', '/tasks', {
  content: { title: mark },
  headers: { authorization: 'Bearer ${TOKEN}', 'idempotency-key': 'abcdefghijkl' },
  status: 201,
  location: `/api/tasks/${id}`,
  shown: { id, views: 0 },
});
const read = (views: number) => send('GET', `/tasks/${id}`, { shown: { id, title: mark, views } });

const build = (evidence: Partial<Evidence>, rule = 'safety/get-does-not-change-the-item') =>
  buildRegressionTest(
    createSampleViolation({
      rule,
      evidence: { summary: 'GET changed it', curl: [], replay: '', exchanges: [], ...evidence },
    }),
    report,
  );
const bumped = build({ expected: { '/views': 1 }, actual: { '/views': 2 }, exchanges: [created, read(1), read(2)] });

describe('a violation as a test', () => {
  test('reads ids and expected values from earlier responses, and sends new unique texts and secrets', () => {
    expect(
      bumped?.steps.map(({ target, headers, content, captures }) => ({ target, headers, content, captures })),
    ).toEqual([
      {
        target: ['/tasks'],
        headers: [
          ['authorization', ['Bearer ', { secret: 'TOKEN' }]],
          ['idempotency-key', ['abcdefgh-', { variable: 'unique' }]],
        ],
        content: ['{"title":"assay-77af7311-', { variable: 'unique' }, '"}'],
        captures: [{ variable: 'id1', from: 'location' }],
      },
      {
        target: ['/tasks/', { variable: 'id1' }],
        headers: [],
        content: undefined,
        captures: [{ variable: 'value2Views', from: { pointer: '/views' } }],
      },
      { target: ['/tasks/', { variable: 'id1' }], headers: [], content: undefined, captures: [] },
    ]);
    expect([bumped?.secrets, [...(bumped?.assertions ?? [])]]).toEqual([
      ['TOKEN'],
      [[2, [{ is: 'member', pointer: '/views', equals: { variable: 'value2Views' } }]]],
    ]);
  });

  test.each<[Json, Json, number, object]>([
    ['GET returns 404', 'GET returned 200', 200, { is: 'status', equals: 404 }],
    [404, 200, 200, { is: 'status', equals: 404 }],
    ['a 4xx status for text in quantity', 'POST returned 201', 201, { is: 'status class', from: 400, below: 500 }],
    [
      'a status below 500: 4xx if the request is invalid',
      'the server returned 500 each of 4 times',
      500,
      { is: 'status class', from: 100, below: 500 },
    ],
    ['Location', '201 without Location', 201, { is: 'field', name: 'location' }],
    ['an Allow field', 'PATCH returned 405 without it', 405, { is: 'field', name: 'allow' }],
    ['the described operation', 'GET returned 404', 404, { is: 'other status', than: 404 }],
  ])('of which %j was expected and %j seen asserts what can be asserted', (expected, actual, status, assertion) => {
    const exchanges = [send('POST', '/tasks', { status })];
    expect([...(build({ expected, actual, exchanges })?.assertions ?? [])]).toEqual([[0, [assertion]]]);
  });

  test.each<[string, Partial<Evidence>]>([
    ['no response alone shows it', { expected: 'one item', actual: { items: 2 }, exchanges: [created] }],
    [
      'an item is missing that existed then',
      {
        expected: 'GET returns 200',
        actual: 'GET returned 500',
        exchanges: [send('GET', `/tasks/${id}`, { status: 500 })],
      },
    ],
  ])('is not written if %s', (_, evidence) => {
    expect(build(evidence)).toBeUndefined();
  });

  test('may name an id that never existed', () => {
    const exchanges = [send('GET', '/tasks/nowhere-404404')];
    expect(build({ expected: 'GET returns 404', actual: 'GET returned 200', exchanges }, 'absence/get')).toBeDefined();
  });
});

const written = bumped as NonNullable<typeof bumped>;

test('a script of vitest needs nothing but fetch', () => {
  const lines = writeScript(written, 'vitest').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      "import { expect, test } from 'vitest';",
      "const baseUrl = process.env.BASE_URL ?? 'http://x/api';",
      "const TOKEN = process.env.TOKEN ?? '';",
      "    await fetch(`${baseUrl}/tasks`, { method: 'POST', headers: { 'authorization': `Bearer ${TOKEN}`, 'idempotency-key': `abcdefgh-${unique}` }, body: `{\"title\":\"assay-77af7311-${unique}\"}`, redirect: 'manual' }),",
      "  const id1 = last(step1.response.headers.get('location'));",
      "  const value2Views = member(step2.json, '/views');",
      "  expect(member(step3.json, '/views')).toEqual(value2Views);",
    ]),
  );
  expect(lines.filter((line) => /assay'/.test(line))).toEqual([]);
});

test('a line break in what a service said does not end a comment', () => {
  const summary = 'GET returned\u2028process.exit(7)\nprocess.exit(8)';
  const evil = build({ summary, expected: 404, actual: 200, exchanges: [send('GET', '/tasks')] });
  const head = writeScript(evil as NonNullable<typeof evil>, 'vitest').split(/[\n\r\u2028\u2029]/);
  expect(head.filter((line) => line.startsWith('process'))).toEqual([]);
});

test('a file of Hurl captures and asserts', () => {
  expect(writeHurl(written).split('\n').slice(3)).toEqual([
    '# hurl --test --variable base=http://x/api --variable unique=$(date +%s) --variable TOKEN="$TOKEN" FILE',
    '',
    'POST {{base}}/tasks',
    'authorization: Bearer {{TOKEN}}',
    'idempotency-key: abcdefgh-{{unique}}',
    '{"title":"assay-77af7311-{{unique}}"}',
    'HTTP *',
    '[Captures]',
    'id1: header "Location" regex "/([^/?#]+)/?(?:[?#].*)?$"',
    '',
    'GET {{base}}/tasks/{{id1}}',
    'HTTP *',
    '[Captures]',
    `value2Views: jsonpath "$['views']"`,
    '',
    'GET {{base}}/tasks/{{id1}}',
    'HTTP *',
    '[Asserts]',
    `jsonpath "$['views']" == {{value2Views}}`,
    '',
  ]);
});

test('an .http file captures and asserts in scripts that are JavaScript', () => {
  const text = writeHttpFile(written);
  expect(text).toContain('@base = http://x/api\n\n### 1. POST\n< {%\n');
  expect(text).toContain('POST {{base}}/tasks\nauthorization: Bearer {{TOKEN}}\n');
  expect(text).toContain('GET {{base}}/tasks/{{id1}}\n\n> {%\n');
  const globals = new Map<string, unknown>();
  const asserted: boolean[] = [];
  const client = {
    global: {
      set: (name: string, value: unknown) => globals.set(name, value),
      get: (name: string) => globals.get(name),
    },
    test: (_: string, body: () => void) => body(),
    assert: (isTrue: boolean) => asserted.push(isTrue),
  };
  const scripts = [...text.matchAll(/^> \{%\n([\s\S]*?)\n%\}$/gm)].map(([, script = '']) => script);
  const run = (views: number) => {
    const bodies = [{ id }, { views: 1 }, { views }];
    for (const [i, script] of scripts.entries()) {
      const response = { body: bodies[i], status: 200, headers: { valueOf: () => `/api/tasks/${id}` } };
      new Function('client', 'response', script)(client, response);
    }
  };
  run(2);
  run(1);
  expect([globals.get('id1'), asserted]).toEqual([id, [false, true]]);
});
