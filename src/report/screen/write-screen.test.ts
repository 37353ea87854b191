import { describe, expect, test } from 'vitest';
import { sound } from '../../../test/report-samples/samples.js';
import { quickExclusion } from '../../model/result/quick.js';
import { createTestReport, createTestResult } from '../../model/result/report.fixture.js';
import type { Report, Result } from '../../model/result/report.js';
import { writeScreen } from './write-screen.js';

const options = { color: false, width: 80, createReplayCommand: String, notes: [] };
const firstLine = (report: Report) => writeScreen(report, options).split('\n', 1)[0];

test('the first line has the seed in full; what does not fit is left out, and nothing is cut', () => {
  const facts = { durationMs: 18_800, requests: 1768, seed: 1_321_447_710 };
  const at = (baseUrl: string): Report => ({ ...sound, ...facts, target: { name: baseUrl, baseUrl } });
  expect(firstLine(at('http://127.0.0.1:34731'))).toBe(
    'http://127.0.0.1:34731 (18.8 s, 1768 requests, seed 1321447710, may delete)',
  );
  expect(firstLine(at('https://sandbox.shop.example/v1'))).toBe(
    'https://sandbox.shop.example/v1 (18.8 s, 1768 requests, seed 1321447710)',
  );
});

test('a quick run says how many rules it left out', () => {
  const [first] = sound.results;
  if (first === undefined) throw new Error('the sample has results');
  const leftOut = { ...first, rule: 'safety/b', verdict: 'not-run', cause: 'filter', why: quickExclusion } as const;
  const quick: Report = { ...sound, run: { ...sound.run, quick: true }, results: [...sound.results, leftOut] };
  expect(writeScreen(quick, options)).toContain(
    '--quick     leaves out 1 rule and most cases; run without it before you merge\n',
  );
  expect(writeScreen(sound, options)).not.toContain('--quick');
});

describe('what was not checked', () => {
  const many = (count: number, parts: Partial<Result>) =>
    Array.from({ length: count }, () => createTestResult({ verdict: 'inconclusive', ...parts }));
  const need = (count: number, enable: string, why = `${enable} is not declared`) =>
    many(count, { verdict: 'not-applicable', cause: 'need', enable, why });
  const lost = (count: number, why: string, parts: Partial<Result> = {}) =>
    many(count, { cause: 'setup', why, ...parts });
  const limit = 'the budget of 9 requests is used up (limits.maxRequests, --max-requests)';
  const write = (
    results: readonly Result[],
    changes: Partial<Report> = {},
    size: { readonly width?: number; readonly height?: number } = {},
  ) =>
    writeScreen(createTestReport({ results: [createTestResult(), ...results], ...changes }), {
      ...options,
      width: 130,
      ...size,
    })
      .split('\n')
      .filter((line) => /^(not checked| {11})/.test(line));

  test('is what MUST rules lost, then what others lost, then the rest, in at most five entries; the last names the most frequent kind', () => {
    const results = [
      ...need(30, 'links'),
      ...need(20, '--openapi'),
      ...need(3, 'cache'),
      ...need(2, 'versions'),
      ...lost(4, 'no item was left', { level: 'SHOULD' }),
      ...lost(1, 'the creation returned 500 (exchange 7)'),
      ...many(2, { cause: 'no-usable-case', why: 'GET has no ETag field' }),
      ...many(9, { verdict: 'not-run', cause: 'filter', why: 'excluded by --only safety/*' }),
    ];
    expect(write(results)).toEqual([
      'not checked   1 the creation returned 500',
      '              4 no item was left',
      '             30 links is not declared; to test them, declare links',
      '             20 --openapi is not declared; to test them, use --openapi',
      '              7 more, 5 of them need other profile keys: assay show',
    ]);
  });

  test('has the line for the profile of the collection that most checks are about, where there is room', () => {
    const collections = ['notes', 'tags'].map((name) => ({ name, path: `/${name}`, facts: [] }));
    const survey = { collections, contradictions: [], notes: [] };
    const results = collections.flatMap(({ name }, i) =>
      need(9 + i, 'resources[].pagination.params.size').map((one) => ({ ...one, subject: name })),
    );
    expect(write(results, { survey })).toEqual([
      'not checked  19 tags and 1 more: resources[].pagination.params.size is not declared. Add to assay.yaml:',
    ]);
    const report = createTestReport({ results: [createTestResult(), ...results], survey });
    const screen = writeScreen(report, { ...options, width: 130 });
    expect(screen).toContain('\nresources: [{ collection: /tags, pagination: { params: { size: … } } }]\n');
    expect(write(results, { survey }, { width: 80, height: 5 })).toEqual([
      'not checked  19 tags and 1 more: resources[].pagination.par…. Add to assay.yaml:',
    ]);
  });

  test('says which limit to raise, what is accepted, and what a missing permission needs', () => {
    const results = [
      ...lost(3, limit, { cause: 'budget' }),
      ...lost(2, 'no item of bookings could be created', { subject: 'bookings' }),
      ...many(1, {
        cause: 'permission',
        verdict: 'not-run',
        enable: '--permit writes',
        why: 'it writes, and the permission of this run is reads',
      }),
    ];
    const creations = [{ collection: 'bookings', path: '/bookings', created: 0 }];
    const reach = { rules: { checked: 1, of: 2 }, cases: { decided: 1, undecided: 0, reasons: [] }, creations };
    const gaps = [{ about: 'bookings', checks: 2, why: 'no item could be created', accepted: 'a job creates them' }];
    expect(write(results, { reach, gate: { open: true, reasons: [], exit: 0, gaps } })).toEqual([
      `not checked   3 ${limit}; raise it to check more`,
      '              2 bookings: no item could be created (accepted: a job creates them)',
      '              1 needs --permit writes',
    ]);
  });

  test('keeps the key where the reason is cut, and counts no operation twice', () => {
    const omissions = ['GET /jobs/stop', 'POST /emails/send', 'POST /orders/{id}/notify'].map((about, index) => {
      const enable = ['--include', 'resources[].create', 'resources[].actions'][index] ?? '';
      return { what: 'operation', about, why: '"x" suggests effects', enable } as const;
    });
    const survey = { collections: [], contradictions: [], notes: [], omissions };
    expect(write([], { survey }, { width: 80 })).toEqual([
      'not checked   - GET /jobs/stop, POST /emails/send and 1 more are not called: "x"',
      '                suggests effects; to test them, declare resources[].create or',
      '                resources[].actions, or use --include',
    ]);
    expect(write([], { survey }, { width: 80, height: 5 })).toEqual([
      'not checked   - GET /jobs/s…: --include, resources[].create, resources[].actions',
    ]);
  });

  test('keeps the flag of a limit in any room, and at most three lines of a long reason', () => {
    const stop = 'no more items are created in notes: 3 of its items could not be removed, which is the limit';
    const results = lost(3, `${stop} (limits.maxLeft, --max-left); the leftovers say which still exist`);
    expect(write(results, {}, { width: 80 })).toEqual([
      'not checked   3 no more items are created in notes: 3 of its items could not be',
      '                removed, which is the limit (limits.maxLeft, --max-left); raise',
      '                it to check more',
    ]);
    expect(write(results, {}, { width: 80, height: 5 })).toEqual([
      'not checked   3 no more items are created in notes:…: limits.maxLeft, --max-left',
    ]);
    const long = write(lost(3, `${'no item '.repeat(60)}(limits.maxLeft, --max-left)`), {}, { width: 80 });
    expect(long).toHaveLength(3);
    expect(long.at(-1)).toMatch(/…: limits.maxLeft, --max-left$/);
  });

  test('leaves the screen to 24 lines: a reason of the gate that it says is not repeated', () => {
    const why = 'no item could be created (POST /bookings → 422 `code: must be a string`)';
    const add = 'resources: [{ collection: /bookings, create: { example: {"code":"…"} } }]';
    const creations = [{ collection: 'bookings', path: '/bookings', created: 0, refusal: why.slice(26, -1), add }];
    const report = createTestReport({
      results: [
        ...many(40, { verdict: 'violated' }),
        ...lost(5, 'the creation returned 422', { subject: 'bookings' }),
        ...['links', 'cache', 'versions', 'idempotency'].flatMap((key) => need(3, key)),
      ],
      reach: { rules: { checked: 1, of: 2 }, cases: { decided: 1, undecided: 0, reasons: [] }, creations },
      gate: {
        open: false,
        exit: 5,
        reasons: [`incomplete: bookings: ${why}: 5 of 9 checks. Add to assay.yaml: ${add}`],
      },
    });
    const text = writeScreen(report, options);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(text).toContain(`\n${add}\n`);
    expect(text.replaceAll(/\s+/g, ' ').split(why)).toHaveLength(2);
  });
});
