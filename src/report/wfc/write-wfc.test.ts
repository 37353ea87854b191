import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  createSampleExchange,
  createSampleResult,
  createSampleViolation,
} from '../../../test/report-samples/sample-result.js';
import { emptyReport, sound, troubled } from '../../../test/report-samples/samples.js';
import type { RecordedExchange, Report } from '../../model/result/report.js';
import { render } from '../render.js';
import { categorizedRules, categorizeViolation } from './fault-categories.js';

const wfcOf = (report: Report) => JSON.parse(render(report, 'wfc'));

const answered = (status: number, method = 'GET', content = ''): RecordedExchange =>
  createSampleExchange({
    request: { method, url: 'http://127.0.0.1:4010/api/orders/7', headers: {} },
    answer: { status, headers: {}, content, ms: 1 },
  });

test.each([
  ['idempotency/deleted-item-is-gone', [], 113],
  ['idempotency/repeated-put-has-one-effect', [], 118],
  ['creation/created-item-is-readable', [], 122],
  ['validation/unusual-ids-are-not-a-server-error', [answered(500)], 100],
  ['pagination/forged-cursors-are-not-a-server-error', [answered(503)], 121],
  ['pagination/forged-cursors-are-not-a-server-error', [answered(200)], 909],
  ['validation/unsupported-method-answers-405', [answered(405)], 110],
  ['validation/unsupported-method-answers-405', [answered(404)], 913],
  ['access/unauthorised-write-has-no-effect', [answered(403, 'PUT'), answered(200)], 114],
  ['access/unauthorised-write-has-no-effect', [answered(403, 'DELETE'), answered(404)], 901],
  ['access/reading-without-credentials-answers-401', [answered(200)], 307],
  ['access/reading-without-credentials-answers-401', [answered(403)], 901],
  ['validation/errors-show-no-internals', [answered(500, 'GET', 'Traceback (most recent call last)')], 309],
  ['validation/errors-show-no-internals', [answered(500, 'GET', 'SELECT * FROM a')], 913],
  ['safety/get-does-not-change-the-item', [], 911],
  ['house/ids-cannot-be-counted', [], 999],
  ['__proto__', [], 999],
])('%s, shown by %o, is fault %i', (rule, exchanges, code) => {
  expect(categorizeViolation(createSampleViolation({ rule }, { exchanges })).code).toBe(code);
});

test('every suite of the kit has its own code', () => {
  const folder = fileURLToPath(new URL('../../../suites', import.meta.url));
  const suites = readdirSync(folder, { withFileTypes: true }).filter(
    (each) => each.isDirectory() && !each.name.startsWith('_'),
  );
  const codes = suites.map(({ name }) => categorizeViolation(createSampleResult({ rule: `${name}/x` })).code);
  expect(codes).not.toContain(999);
  expect(new Set(codes).size).toBe(suites.length);
});

test('every code of the format belongs to an existing rule', () => {
  const folder = fileURLToPath(new URL('../../../suites', import.meta.url));
  const rules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replace(/\.ts$/, ''));
  expect(categorizedRules.filter((rule) => !rules.includes(rule))).toEqual([]);
});

test('a fault names its operation, and has a stable identity', () => {
  const [fault] = wfcOf({ ...troubled, results: [createSampleViolation()] }).faults.foundFaults;
  expect(fault).toEqual({
    operationId: 'GET:/orders/{id}',
    testCaseId: 'safety/get-does-not-change-the-item [orders]',
    faultCategories: [
      {
        id: 'ASSAY_SAFETY',
        code: 911,
        context: 'safety/get-does-not-change-the-item [orders]: GET leaves the item as it was',
      },
    ],
  });
  const drawn = createSampleViolation({ requests: 9 }, { summary: 'other words', case: 1 });
  expect(wfcOf({ ...troubled, seed: 7, results: [drawn] }).faults.foundFaults).toEqual([fault]);
});

test('counts the checks, requests and observed statuses of each operation', () => {
  const report = wfcOf(troubled);
  expect(report.totalTests).toBe(troubled.results.filter(({ cases }) => cases > 0).length);
  expect(report.problemDetails.rest).toMatchObject({ evaluatedHttpCalls: troubled.requests });
  expect(report.problemDetails.rest.endpointIds).toEqual(expect.arrayContaining(['POST:/orders', 'GET:/orders/{id}']));
  expect(report.problemDetails.rest.coveredHttpStatus[0]).toEqual({
    endpointId: 'POST:/orders',
    testCaseId: 'safety/get-does-not-change-the-item [customers]',
    httpStatus: [201],
  });
  expect(wfcOf(sound).faults).toEqual({ totalNumber: 0, foundFaults: [] });
});

test('inconclusive, errored and waived checks are warnings', () => {
  const categories = wfcOf(troubled).warnings.map(({ category }: { category: string }) => category);
  expect(new Set(categories)).toEqual(new Set(['kit', 'waiver', 'undecided', 'survey']));
});

test('a run that fails without a violation has a warning', () => {
  expect(wfcOf(emptyReport).warnings).toEqual([
    { category: 'gate', message: 'the run failed: no rule was checked', displayPriority: 1 },
  ]);
  expect(wfcOf(sound).warnings).toEqual([]);
});
