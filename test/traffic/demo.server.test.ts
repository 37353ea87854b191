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
    ['patch-is-removed', 'document/allow-names-the-described-methods'],
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
    ['head-answers-405', 'safety/head-is-supported'],
    ['head-answers-204', 'safety/head-matches-get'],
    ['if-none-match-is-ignored', 'caching/current-entity-tag-answers-304'],
    ['removed-order-answers-304-to-its-last-tag', 'caching/removed-item-does-not-answer-304'],
    ['patch-needs-no-if-match', 'caching/write-without-required-if-match-answers-428'],
    ['list-shows-the-note-before-the-last-patch', 'caching/write-is-visible-in-the-list'],
    ['last-page-links-to-the-first', 'pagination/paging-ends'],
    ['third-page-is-not-found', 'pagination/next-link-works-unchanged'],
    ['page-size-with-letters-answers-500', 'pagination/invalid-paging-values-are-not-a-server-error'],
    ['created-orders-are-never-listed', 'pagination/created-items-are-listed'],
    ['deleted-order-stays-in-the-list', 'idempotency/deleted-item-is-not-listed'],
    ['put-keeps-an-omitted-note', 'idempotency/put-replaces-the-whole-item'],
    ['patch-ignores-null', 'idempotency/null-in-a-patch-removes-the-member'],
    ['patch-answers-201', 'idempotency/patch-is-acknowledged'],
    ['missing-order-answers-400', 'absence/missing-item-answers-404'],
    ['repeated-key-answers-409', 'replay/repeated-key-returns-the-first-item'],
    ['missing-key-is-accepted', 'replay/missing-key-is-refused'],
    ['second-payment-answers-500', 'actions/repeated-action-is-not-a-server-error'],
    ['self-link-leads-nowhere', 'links/offered-links-are-reachable'],
  ])('%s is suspected by %s', async (fault, rule) => {
    const report = await judgeDemo(fault);
    expect(listFlawed(report, 'inconclusive')).toContain(rule);
    const suspected = report.results.find((one) => one.rule === rule && one.verdict === 'inconclusive');
    expect(suspected?.cause).toBe('suspected');
    expect(suspected?.evidence?.exchanges.length).toBeGreaterThan(0);
  });
});
