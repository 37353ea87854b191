import { describe, expect, it } from 'vitest';
import { auditService } from '../../tools/field/audit-service.js';
import { express } from '../../tools/field/services.js';
import { countVerdict, groupByVerdict, listDeadEnds, listErrors } from './group-results.fixture.js';

/** Expected verdicts by rule, with the subjects. The comments beside them name sections of field/express/README.md. */
type Verdicts = Readonly<Record<string, string>>;

const both = 'customers orders';

const violated: Verdicts = {
  'validation/unsupported-method-answers-405': both, // "404 for an unsupported method"
};

/** A customer has texts: nothing that can be zero, false or an empty list. */
const neverEmpty: Verdicts = {
  'idempotency/patch-stores-empty-values': 'customers',
  'idempotency/put-stores-empty-values': 'customers',
};

describe('an Express application without a document', () => {
  it('has the confirmed verdicts when it gets the URL and a token', async () => {
    const { report, before, after } = await auditService(express, 'url');
    const { held: _, 'not-applicable': __, ...others } = groupByVerdict(report);
    expect(others).toEqual({
      violated,
      'inconclusive: no-usable-case': {
        ...neverEmpty,
        'pagination/empty-result-is-an-empty-page': both,
      },
    });
    const observed = report.results.find(({ rule }) => rule === 'caching/if-match-is-observed');
    expect(observed?.notes?.join('; ')).toContain('is carried out'); // "If-Match is ignored"
    // New rules add to it.
    expect(countVerdict(report, 'held')).toBeGreaterThanOrEqual(155);
    expect(listErrors(report)).toEqual([]);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.survey).toMatchObject({ contradictions: [], notes: [] });
    expect(report.gate.exit).toBe(0);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });

  it('has the confirmed verdicts when collections are named and the root lists none', async () => {
    const only = ['creation/*'];
    const { report } = await auditService(express, 'url', { collections: ['/customers'], only });
    expect(groupByVerdict(report).held).toMatchObject({ 'creation/created-item-is-readable': 'customers' });
  });

  it('has the confirmed verdicts when it gets a profile', async () => {
    const { report, before, after } = await auditService(express, 'profile');
    const { held, 'not-applicable': _, ...others } = groupByVerdict(report);
    expect(others).toEqual({
      violated: { ...violated, 'replay/key-with-another-payload-is-refused': both }, // "417 for a key with another payload"
      'inconclusive: no-usable-case': {
        ...neverEmpty,
        'pagination/empty-result-is-an-empty-page': both,
        'actions/record-belongs-to-its-item': 'orders/cancellation',
        'replay/repeated-key-performs-an-action-once': 'orders/cancellation',
      },
    });
    expect(held).toMatchObject({
      'replay/repeated-key-creates-one-item': both,
      'replay/concurrent-requests-with-one-key-create-one-item': both,
      'conflict/illegal-transition-answers-409': 'orders',
      'actions/record-has-the-declared-members': 'orders/cancellation',
      'pagination/maximum-page-size-is-kept': both,
    });
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });
});

describe('a rate limit', () => {
  it.concurrent('satisfies the rules of throttling when the profile declares the limit', async ({ expect }) => {
    const start = { env: { RATE_LIMIT: '100', RATE_WINDOW_MS: '1000' } };
    const file = 'profiles/express-throttled.yaml';
    const only = ['throttling/*'];
    const { report } = await auditService(express, 'profile', { seed: 1, start, file, only });
    const { 'not-applicable': _, 'not-run: filter': __, ...others } = groupByVerdict(report);
    expect(others).toEqual({
      held: {
        'throttling/throttled-post-creates-nothing': 'service',
        'throttling/throttled-request-succeeds-after-the-wait': 'service',
        'throttling/status-429-has-a-readable-retry-after': 'service',
        'throttling/requests-over-the-limit-answer-429': 'service',
      },
    });
  });

  it.concurrent('waits and causes no violation when the profile does not declare the limit', async ({ expect }) => {
    const start = { env: { RATE_LIMIT: '60', RATE_WINDOW_MS: '1000' } };
    const only = ['creation/created-*', 'creation/valid-*', 'safety/*', 'validation/unsupported-method-answers-405'];
    const { report, before, after } = await auditService(express, 'url', { start, only });
    const wrong = Object.keys(groupByVerdict(report).violated ?? {}).filter((rule) => violated[rule] === undefined);
    expect(wrong).toEqual([]);
    expect(countVerdict(report, 'errored')).toBe(0);
    expect(countVerdict(report, 'held')).toBeGreaterThan(10);
    expect(report.survey.notes.join('\n')).toContain('answered with 429 and sent again');
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });
});
