import { expect, test } from 'vitest';
import { createSampleExchange, createSampleViolation } from '../../../test/report-samples/sample-result.js';
import { sound } from '../../../test/report-samples/samples.js';
import type { RecordedExchange, Report, Result } from '../../model/result/report.js';
import { groupFindings, listRelations } from './related-findings.js';

const failing = (path: string, content = '{"error":"no record"}', status = 500): RecordedExchange =>
  createSampleExchange({
    request: { method: 'GET', url: `${sound.target.baseUrl}${path}`, headers: {} },
    answer: { status, headers: {}, content, ms: 1 },
  });
const violation = (rule: string, subject: string, ...exchanges: RecordedExchange[]): Result =>
  createSampleViolation({ rule, subject }, { exchanges, summary: `${rule} is violated` });
const report = (...results: Result[]): Report => ({
  ...sound,
  survey: { ...sound.survey, collections: [{ name: 'orders', path: '/orders', facts: [] }] },
  results,
});
const relations = (of: Report) => groupFindings(of).flatMap((group) => group.map((one) => listRelations(one, of)));

test('groups findings with the same rule and headline, in the order of their numbers', () => {
  const all = [violation('a/x', 'one'), violation('b/y', 'one'), violation('a/x', 'two')];
  expect(groupFindings(report(...all)).map((group) => group.map(({ number }) => number))).toEqual([[1, 3], [2]]);
});

test('does not group findings of one rule with another effect on the run or another headline', () => {
  const waived = { ...violation('a/x', 'two'), waived: { reason: 'known' } };
  const other = createSampleViolation({ rule: 'a/x', subject: 'three' }, { exchanges: [], summary: 'another way' });
  expect(groupFindings(report(violation('a/x', 'one'), waived, other))).toHaveLength(3);
});

test('relates findings of several rules that show the same failure of the same operation', () => {
  expect(
    relations(
      report(
        violation('a/x', 'orders', failing('/orders/1')),
        violation('b/y', '/orders/{id}', failing('/orders/no%2Fsuch?x=1')),
        violation('c/z', 'orders', failing('/orders')),
      ),
    ),
  ).toEqual([
    [{ text: 'GET /orders/{id} → 500 {"error":"no record"}', numbers: [2] }],
    [{ text: 'GET /orders/{id} → 500 {"error":"no record"}', numbers: [1] }],
    [],
  ]);
});

test.each<[string, RecordedExchange]>([
  ['another content', failing('/orders/2', '{"error":"disk full"}')],
  ['another status', failing('/orders/2', undefined, 502)],
  ['a client error, which can be right', failing('/orders/2', undefined, 404)],
  ['a control', { ...failing('/orders/2'), role: 'control' }],
])('does not relate a finding with %s', (_, exchange) => {
  const first = failing('/orders/1', exchange.answer?.status === 404 ? exchange.answer.content : undefined);
  const status = exchange.answer?.status === 404 ? 404 : 500;
  const own = { ...first, answer: first.answer && { ...first.answer, status } };
  expect(relations(report(violation('a/x', 'orders', own), violation('b/y', 'orders', exchange)))).toEqual([[], []]);
});
