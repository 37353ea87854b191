import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createSampleExchange, createSampleViolation } from '../../../test/report-samples/sample-result.js';
import { sampleReports, sound, troubled } from '../../../test/report-samples/samples.js';
import { findControlCodes } from '../../../test/support/control-characters.js';
import type { Report, Result } from '../../model/result/report.js';
import { readClauses } from '../../rule-set/load-rule-set.js';
import { hostileReport } from '../html/hostile-text.fixture.js';
import { render } from '../render.js';
import { omitProfileKeys } from './vendor-findings.js';
import { writeVendorHtml } from './write-vendor-html.js';
import { writeVendorMarkdown } from './write-vendor-markdown.js';

const example: Report = JSON.parse(
  readFileSync(new URL('../../../reports/example/report.json', import.meta.url), 'utf8'),
);
const formats = ['html', 'markdown'] as const;
const write = (report: Report, format: (typeof formats)[number]): string =>
  render(report, format, { reader: 'vendor' });

/** What a reader sees: without the style, the markup, and the text that was sent to the service. */
const read = (text: string): string =>
  text
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<pre[\s\S]*?<\/pre>|^(`{3,})[\s\S]*?^\1$/gm, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\\([.[\]_])/g, '$1')
    .replaceAll('&quot;', '"');

test.each(formats)('%s has what, the clause, the proof, the impact and the fix of a finding of the demo', (format) => {
  const text = read(write(example, format));
  for (const piece of [
    'GET changed the item that it read, or another one',
    'GET of an item MUST NOT change it, nor any other resource.',
    'RFC 9110 §9.2.1',
    'Clients, caches and crawlers repeat and prefetch GET without asking',
    'Remove the write from the code that serves GET',
    'GET /orders/{id}',
    'Reproduced in 2 of 2 repetitions',
    'put your own credentials in auth_credentials_full',
    'allowed to create, change and remove test items of their own',
    'What was not tried can behave differently.',
  ])
    expect(text).toContain(piece);
  const whole = write(example, format).replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  expect(whole).toContain('{"/views":3}');
  for (const line of example.results.flatMap(({ evidence }) => evidence?.curl ?? []))
    expect(whole).toContain(line.replaceAll('&', '&amp;'));
});

test.each(formats)('%s says nothing of the tool, of keys of a profile or of checks without a result', (format) => {
  for (const report of [example, ...Object.values(sampleReports)]) {
    const text = read(write(report, format));
    expect(text).not.toMatch(
      /assay|report\.json|replay|profile|permit|resources\[|inconclusive|not-applicable|not-run|exit \d/i,
    );
    expect(text).not.toContain('no action is known');
  }
});

test('no clause of the convention mentions a profile there', () => {
  const clauses = readClauses(fileURLToPath(new URL('../../../suites/convention.md', import.meta.url)));
  const texts = [...clauses.values()].flatMap(({ sentence, source, why, fix = '' }) => [sentence, source, why, fix]);
  expect(texts.length).toBeGreaterThan(400);
  expect(texts.map(omitProfileKeys).filter((text) => /profile|resources\[|dialect|`\w+\.\w+/.test(text))).toEqual([]);
  expect(texts.filter((text) => text !== '' && omitProfileKeys(text) === '')).toEqual([]);
});

test('what the profile declares is what the service declares', () => {
  expect(omitProfileKeys('404, which the profile declares (dialect.deleteMissing)')).toBe('404');
  expect(omitProfileKeys('Store it. Where reads lag, return 202 or declare `resources[].consistency`.')).toBe(
    'Store it. Where reads lag, return 202.',
  );
  expect(omitProfileKeys('refused with 422 where the profile declares it')).toBe(
    'refused with 422 where the service declares it',
  );
});

test('sorts by importance, doubtful findings last, and leaves out what is accepted', () => {
  const text = write(troubled, 'markdown');
  const order = [
    '## Requirements that are not kept',
    '### 1\\. GET changed the item it read',
    '## Recommendations that are not followed',
    '### 4\\. the error was sent as text/html',
    '## To be confirmed',
    '### 5\\. the second answer differed',
    '## Left in the service',
    '## What was checked',
    'Not repeated here: 1 finding already known.',
  ].map((part) => text.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(text).not.toMatch(/a stale write was accepted|ORD-7/);
});

test('a sentence is no JSON', () => {
  const result = createSampleViolation({}, { expected: '404', actual: 'GET of "7" returned 500' });
  const text = write({ ...sound, results: [result] }, 'markdown');
  expect(text).toContain('Expected: `404`\n\nObserved: `GET of "7" returned 500`\n');
});

test('recorded traffic is said to be no experiment', () => {
  const result = createSampleViolation({}, { reproduced: false, seenAgain: undefined });
  const text = write({ ...sampleReports.traffic, results: [result] } as Report, 'markdown');
  expect(text).toContain('## To be confirmed');
  expect(text).toContain('judged by 900 recorded exchanges with `http://127.0.0.1:4010/api`, without a request.');
  expect(text).toContain('From recorded traffic, and not repeated.');
});

test('states the clause, the impact and the fix once for all subjects of a rule', () => {
  const results = ['orders', 'customers', 'parts'].map((subject, index) =>
    createSampleViolation({ subject, number: index + 1 }),
  );
  for (const format of formats) {
    const text = write({ ...troubled, results }, format);
    expect(text.split('Caches and crawlers repeat GET')).toHaveLength(2);
    expect(text.match(/<h4>See it with curl|^See it with curl/gm)).toHaveLength(3);
  }
});

/** As many findings of different rules, each with a proof of some 10,000 characters. */
const crowded = (count: number): Report => ({
  ...sound,
  results: Array.from(
    { length: count },
    (_, index): Result =>
      createSampleViolation(
        { rule: `house/rule-${index}`, number: index + 1 },
        {
          summary: `finding number ${index + 1}`,
          exchanges: Array.from({ length: 20 }, (_each, n) =>
            createSampleExchange({ n, answer: { status: 200, headers: {}, content: 'é'.repeat(1500), ms: 1 } }),
          ),
        },
      ),
  ),
  leftovers: Array.from({ length: 50 }, (_, index) => ({
    url: `http://s.example/${'x'.repeat(900)}${index}`,
    why: 'kept',
  })),
});

test.each([1, 20, 400])(
  '%i long findings: Markdown of at most 60,000 octets, which says what it leaves out',
  (count) => {
    const text = write(crowded(count), 'markdown');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
    expect(text).toContain('## What was checked');
    expect(text).toContain('and 30 more');
    expect(text).toContain('… 8 exchanges between these');
    const full = text.match(/^### /gm)?.length ?? 0;
    const brief = text.match(/^- [\d, ]+, MUST: finding number/gm)?.length ?? 0;
    const counted = Number(/and (\d+) more finding/.exec(text)?.[1] ?? 0);
    expect(full).toBeGreaterThan(0);
    expect(full + brief + counted).toBe(count);
    expect(text.includes('are left out to limit the size')).toBe(full < count);
  },
);

test('400 long findings: HTML of limited size, which says what it leaves out', () => {
  const text = write(crowded(400), 'html');
  expect(text.length).toBeLessThan(500_000);
  expect(text.match(/<article/g)?.length).toBe(150);
  expect(text).toContain('The requests and responses are left out to limit the size.');
  expect(text).toContain('and 250 more findings, left out to limit the size');
});

test('a command that is too long is not cut', () => {
  const curl = [`curl --data-raw '${'x'.repeat(5000)}'`];
  const text = write({ ...sound, results: [createSampleViolation({}, { curl })] }, 'markdown');
  expect(text).not.toContain('See it with curl');
  expect(text).toContain('The requests are too long to be shown as commands.');
});

test('text of a service stays text', () => {
  for (const report of [hostileReport, troubled]) {
    const markdown = writeVendorMarkdown(report);
    expect(findControlCodes(markdown)).toEqual([]);
    const html = writeVendorHtml(report);
    expect(findControlCodes(html)).toEqual([]);
    expect(html).not.toMatch(/<(script|img|svg|form|iframe)/);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  }
});
