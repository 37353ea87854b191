import { describe, expect, test } from 'vitest';
import {
  createSampleExchange,
  createSampleResult,
  createSampleViolation,
} from '../../../test/report-samples/sample-result.js';
import {
  emptyReport,
  interruptedReport,
  sampleReports,
  sound,
  troubled,
} from '../../../test/report-samples/samples.js';
import type { RecordedExchange, Report } from '../../model/result/report.js';
import { hostileReport } from './hostile-text.fixture.js';
import { sizeLimits } from './page/size-limits.js';
import { writeHtml } from './write-html.js';

const megabyte = 1024 * 1024;

/** What a reader sees, without markup, style and script. */
const textOf = (html: string): string =>
  html
    .replace(/<(style|script)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

describe('every report', () => {
  test.each(Object.entries({ ...sampleReports, hostile: hostileReport }))(
    '%s is a pure function of it',
    (_name, report) => {
      expect(writeHtml(structuredClone(report))).toBe(writeHtml(report));
    },
  );

  test.each(Object.entries(sampleReports))('%s has unique ids and no broken links', (_name, report) => {
    const html = writeHtml(report);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const wanted = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('says in its summary that something was left behind', () => {
    const summary = (report: Report) => textOf(writeHtml(report).split('id="findings"')[0] ?? '');
    expect(summary(troubled)).toContain('Not removed: 1 created item was not removed, and 2 more may exist');
    expect(summary({ ...troubled, leftovers: [] })).not.toContain('Not removed');
  });

  test.each(Object.entries(sampleReports))('%s loads no external resource', (_name, report) => {
    expect(writeHtml(report)).not.toMatch(/\ssrc=|url\(|@import|<link rel="(?!icon" href="data:,")/);
  });

  test('does not claim conformance', () => {
    expect(textOf(writeHtml(sound))).not.toMatch(/conform|complian|certified/i);
  });
});

describe('the report contains', () => {
  const text = textOf(writeHtml(troubled));

  test.each([
    'Failed: 2 MUST rules violated exit 1',
    '1 unwaived violated MUST: safety/get-does-not-change-the-item [customers]',
    'GET changed the item it read',
    'GET leaves the item as it was',
    'A GET never changes state.',
    '/views: 0 → 1',
    '/views: 1 → 2',
    'assay replay reports/report.json 1',
    'Reproduced 3 of 3 times',
    '10, 11 (numbers in tape.ndjson).',
    'waived: known, ORD-7, owner orders team, until 2026-06-30',
    'POST /orders answered 503',
    'collections.orders.body',
    'TypeError: x is undefined',
    'no action is known',
    '--permit floods',
    'The internal data model is not exposed.',
    'cannot be seen from outside',
    'the document says 201 for POST /orders, observed 200',
    'no collection has a text member for the run mark',
    'deleteMissing: no-content (default: as-described)',
    'http://127.0.0.1:4010/api/orders/9: DELETE answered 405',
    'Location was a relative reference',
    'deletes (default)',
    'fault get-bumps-a-counter',
    'known.json',
    'house-rules',
    'Cut when it was recorded: 90000 characters in total.',
  ])('%s', (piece) => {
    expect(text).toContain(piece);
  });

  test('what differed, with each violation in the summary', () => {
    const summary = textOf(writeHtml({ ...sound, results: [createSampleViolation()] }).split('id="findings"')[0] ?? '');
    expect(summary).toContain('GET changed the item it read MUST on orders /views: expected 0, actual 2');
  });

  test('when the run started, to the minute', () => {
    const head = (startedAt: string) => textOf(writeHtml({ ...sound, startedAt }));
    expect(head('2026-11-23T04:50:58.541Z')).toContain('audited by assay 0.1.0, 2026-11-23 04:50 UTC');
    expect(head('yesterday <b>')).toContain('audited by assay 0.1.0, yesterday <b>');
  });

  test('an early end, internal errors, and an empty run', () => {
    const told = textOf(writeHtml(interruptedReport));
    expect(told).toContain('The run ended early: interrupted after 12 requests');
    expect(told).toContain('uncaught exception: Error: mine');
    expect(told).toContain('what was made could not be read');
    expect(textOf(writeHtml(emptyReport))).toContain('No rule was checked.');
  });

  test('the numbers of replay, and first the violations that fail the run', () => {
    const report: Report = {
      ...sound,
      results: [createSampleViolation({ level: 'SHOULD' }), createSampleViolation({ subject: 'customers' })],
    };
    expect([...writeHtml(report).matchAll(/<article class="finding" id="(f\d)"/g)].map(([, id]) => id)).toEqual([
      'f2',
      'f1',
    ]);
  });

  test('the caller of each request, if callers differ', () => {
    const request = {
      ...createSampleExchange().request,
      headers: { authorization: `Bearer \${auth.credentials.limited}` },
    };
    const exchanges: RecordedExchange[] = [createSampleExchange({ request }), createSampleExchange()];
    const told = textOf(writeHtml({ ...sound, results: [createSampleViolation({}, { exchanges })] }));
    expect(told).toContain('as limited');
    expect(told).toContain('without credentials');
  });

  test('the variables of a curl line', () => {
    const curl = ['ID=$(curl -X POST x | sed y)', `curl x/"$ID" -H 'a: '"$auth_credentials_full"`];
    expect(textOf(writeHtml({ ...sound, results: [createSampleViolation({}, { curl })] }))).toContain(
      'Set auth_credentials_full first',
    );
  });
});

describe('the operations', () => {
  const read = (report: Report): string =>
    textOf(writeHtml(report).split('id="operations"')[1]?.split('</section>')[0] ?? '');

  test('have the checks of each suite by the worst verdict, in words too', () => {
    const row = /GET \/orders\/\{id\} .*?(?= GET )/.exec(read(troubled))?.[0];
    expect(row).toBe('GET /orders/{id} 1 held not-applicable 1/3 violated');
    expect(read(troubled)).toContain('Operation absence caching safety');
    expect(read(troubled)).toContain('GET /jobs/stop not called: "stop" suggests effects');
  });

  test('have their responses by status, and how long these took', () => {
    expect(read(troubled)).toContain('GET /orders/{id} 200 (120), 404 (3) 3.1 12 140');
    expect(read(troubled)).toContain('0 to 140 ms');
    expect(writeHtml(troubled)).toContain('<rect class="s2" x="0.0" width="97.6" height="8"/>');
  });

  test('of an earlier report have what it knows', () => {
    const { responses: _, latency: __, suites: ___, ...old } = troubled.coverage.operations?.[0] ?? ({} as never);
    const text = read({ ...troubled, coverage: { ...troubled.coverage, operations: [old] } });
    expect(text).toContain('GET /orders/{id} 1/4 violated');
    expect(text).toContain('GET /orders/{id} 200, 404');
    expect(text).not.toContain('ms');
  });

  test('are limited, those with violations first', () => {
    const [first] = troubled.coverage.operations ?? [];
    if (first === undefined) throw new Error('the sample has no operation');
    const operations = Array.from({ length: 400 }, (_, index) => ({
      ...first,
      path: `/p${index}`,
      violated: index === 399 ? 1 : 0,
    }));
    const text = read({ ...troubled, coverage: { ...troubled.coverage, operations } });
    expect(text.indexOf('GET /p399')).toBeLessThan(text.indexOf('GET /p0'));
    expect(text).toContain('320 operations more in report.json');
    expect(text).not.toContain('GET /p398');
  });
});

describe('limits', () => {
  const long = 'x'.repeat(200_000);

  test('long texts are cut, with a reference to the rest', () => {
    const exchanges = Array.from({ length: 100 }, (_, n) =>
      createSampleExchange({
        n,
        request: { method: 'POST', url: `http://s.example/${long}`, headers: { a: long }, content: long },
      }),
    );
    const html = writeHtml({
      ...sound,
      results: [
        createSampleViolation(
          { subject: long },
          { summary: long, actual: long, expected: { long }, exchanges, curl: [long] },
        ),
      ],
    });
    expect(html.length).toBeLessThan(megabyte);
    expect(textOf(html)).toContain(`${100 - sizeLimits.exchanges} exchanges omitted here; see report.json`);
    expect(textOf(html)).toContain('Cut here: 200000 characters in total. report.json has the rest.');
  });

  test('of very many findings, those that do not fit are shown in short form, then counted', () => {
    const results = Array.from({ length: 400 }, (_, index) => createSampleViolation({ subject: `s${index}` }));
    const text = textOf(writeHtml({ ...sound, results }));
    expect(text).toContain('The evidence is omitted here to limit the size of this file; see report.json.');
    expect(text).toContain(`${400 - sizeLimits.listed} violations more in the matrix and in report.json.`);
  });

  test('violations that fail the run are shown, however many do not', () => {
    const mild = Array.from({ length: 400 }, (_, index) =>
      createSampleViolation({ subject: `s${index}`, level: 'SHOULD' }),
    );
    const html = writeHtml({ ...sound, results: [...mild, createSampleViolation({ subject: 'last' })] });
    expect(html).toContain('<article class="finding" id="f401"');
  });

  test('1,000 subjects with 100 rules give a page that a browser can show', () => {
    const rules = Array.from({ length: 100 }, (_, index) => `suite-${index % 15}/rule-${index}`);
    const verdicts = ['held', 'inconclusive', 'not-applicable'] as const;
    const results = Array.from({ length: 1000 }, (_, index) => `collection-${index}`).flatMap((subject, s) =>
      rules.map((rule, r) =>
        createSampleResult({ rule, subject, verdict: verdicts[(s * 7 + r) % 3] ?? 'held', why: `reason ${s % 400}` }),
      ),
    );
    expect(writeHtml({ ...sound, results }).length).toBeLessThan(1.5 * megabyte);
  });
});
