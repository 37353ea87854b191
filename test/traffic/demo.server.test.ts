import { describe, expect, test } from 'vitest';
import { judgeDemo, listFlawed } from './judge-har.fixture.js';

/** Most exchanges of a correct service that may be suspected. */
const mostSuspected = 0.01;

describe('recorded traffic of the correct demo', () => {
  test.each([
    [[]],
    [['etags']],
    [['created-location-only']],
    [['key-replays-200']],
    [['pagination-drf']],
    [['soft-delete-410']],
  ])('in the variant %j violates nothing', async (dialect) => {
    const report = await judgeDemo(undefined, dialect);
    expect(listFlawed(report, 'violated')).toEqual([]);
    expect(report.traffic?.flawed).toBeLessThanOrEqual((report.traffic?.exchanges ?? 0) * mostSuspected);
    expect(report.traffic?.exchanges).toBeGreaterThan(30);
    expect(report.requests).toBe(0);
  });
});

describe('recorded traffic of the demo with a fault', () => {
  test.each([
    ['payment-answers-200', 'document/writes-are-as-described'],
    ['method-not-allowed-of-the-list-lacks-allow', 'operations/status-405-names-the-methods'],
    ['refusal-has-its-status-as-text', 'validation/problem-details-are-well-formed'],
    ['created-at-became-a-number', 'document/response-matches-its-schema'],
    ['challenge-is-missing', 'access/unauthenticated-request-gets-a-challenge'],
  ])('%s violates %s', async (fault, rule) => {
    const report = await judgeDemo(fault);
    expect(listFlawed(report, 'violated')).toContain(rule);
    const evidence = report.results.find((one) => one.rule === rule && one.verdict === 'violated')?.evidence;
    expect(evidence).toMatchObject({ reproduced: false });
    expect(evidence?.exchanges.length).toBeGreaterThan(0);
  });

  test.each([
    ['location-leads-nowhere', 'creation/created-item-is-readable'],
    ['location-leads-to-the-previous-order', 'creation/location-leads-to-the-item'],
    ['head-has-another-entity-tag', 'operations/head-has-the-fields-of-get'],
    ['patch-resets-what-it-does-not-name', 'idempotency/patch-changes-only-what-it-names'],
    ['put-is-ignored', 'idempotency/put-stores-what-was-sent'],
    ['patch-halves-the-quantity', 'idempotency/patch-stores-what-was-sent'],
    ['patch-returns-the-order-before', 'idempotency/write-returns-what-get-returns'],
    ['refused-patch-stores-the-valid-members', 'responses/refused-request-has-no-effect'],
    ['delete-keeps-the-order', 'idempotency/deleted-item-is-gone'],
    ['repeated-delete-answers-500', 'idempotency/repeated-delete-has-one-effect'],
    ['key-is-ignored', 'replay/repeated-key-creates-one-item'],
    ['key-with-other-content-creates-another-order', 'replay/key-with-another-payload-creates-no-second-item'],
    ['if-none-match-is-always-answered-304', 'caching/changed-representation-does-not-answer-304'],
    ['entity-tag-stays-after-patch', 'caching/each-change-changes-the-entity-tag'],
    ['if-match-is-ignored', 'caching/stale-if-match-changes-nothing'],
    ['page-repeats-the-last-entry', 'pagination/paging-shows-every-item-once'],
    ['last-page-links-to-itself', 'pagination/paging-ends'],
    ['missing-order-has-another-error-shape', 'validation/errors-have-one-shape'],
    ['refusal-shows-a-stack-trace', 'validation/errors-show-no-internals'],
    ['refused-post-answers-200-with-an-error', 'responses/no-success-reports-an-error'],
  ])('%s is suspected by %s', async (fault, rule) => {
    const report = await judgeDemo(fault);
    expect(listFlawed(report, 'inconclusive')).toContain(rule);
    const suspected = report.results.find((one) => one.rule === rule && one.verdict === 'inconclusive');
    expect(suspected?.cause).toBe('suspected');
    expect(suspected?.evidence?.exchanges.length).toBeGreaterThan(0);
  });
});
