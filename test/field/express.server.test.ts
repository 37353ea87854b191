import { describe, expect, it } from 'vitest';
import { auditService, countVerdict, groupByVerdict, listDeadEnds } from './audit-service.fixture.js';

/** What is said of rules, by the subjects of which it is said; the names beside it are sections of docs/field-notes/express.md. */
type Said = Readonly<Record<string, string>>;

const both = 'customers orders';
const headers = { authorization: 'Bearer let-me-in' };
const token = ['Authorization: Bearer let-me-in'];

const violated: Said = {
  'caching/a-stale-if-match-changes-nothing': both, // "If-Match is not looked at"
  'caching/a-stale-if-match-deletes-nothing': both, // "If-Match is not looked at"
  'validation/missing-method-answers-405': both, // "404 for a method"
};

/** The application, with `settings` for its environment. */
const application = (...settings: string[]) => ({
  command: 'env',
  args: [...settings, process.execPath, 'field/express/serve.mjs'],
  lists: ['/customers?limit=100', '/orders?limit=100'],
  headers,
});

describe('an Express application without a document', () => {
  it('nothing but the URL and a token', async () => {
    const { report, before, after } = await auditService(application(), 1, { headers: token });
    const { held: _, 'not-applicable': __, ...told } = groupByVerdict(report);
    expect(told).toEqual({
      violated,
      'inconclusive: no-usable-case': {
        'pagination/empty-result-is-an-empty-page': both,
        'pagination/list-without-parameters-is-bounded': 'customers',
      },
    });
    expect([countVerdict(report, 'held'), countVerdict(report, 'not-applicable')]).toEqual([129, 91]);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.survey).toMatchObject({ contradictions: [], notes: [] });
    expect(report.gate.exit).toBe(0);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });

  it('collections by name, where the root is kept quiet', async () => {
    const only = ['creation/*'];
    const { report } = await auditService(application(), 1, { headers: token, collections: ['/customers'], only });
    expect(groupByVerdict(report).held).toMatchObject({ 'creation/made-is-readable': 'customers' });
  });

  it('a profile', async () => {
    const { report, before, after } = await auditService(application(), 2, { file: 'express.yaml' });
    const { held, 'not-applicable': _, ...told } = groupByVerdict(report);
    expect(told).toEqual({
      violated: { ...violated, 'replay/a-key-with-another-payload-is-refused': both }, // "417 for another payload"
      'inconclusive: no-usable-case': {
        'pagination/empty-result-is-an-empty-page': both,
        'replay/a-repeated-key-performs-an-action-once': 'orders/cancellation',
      },
    });
    expect(held).toMatchObject({
      'replay/a-repeated-key-makes-one-thing': both,
      'replay/keys-used-at-once-make-one-thing': both,
      'conflict/illegal-transition-answers-409': 'orders',
      'actions/record-carries-what-is-declared': 'orders/cancellation',
      'pagination/maximum-holds': both,
    });
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });
});

describe('a limit', () => {
  it.concurrent('declared: it is kept, and told of', async ({ expect }) => {
    const limited = application('RATE_LIMIT=100', 'RATE_WINDOW_MS=1000');
    const only = ['throttling/*'];
    const { report } = await auditService(limited, 1, { file: 'express-throttled.yaml', only });
    const { 'not-applicable': _, 'not-run: filter': __, ...told } = groupByVerdict(report);
    expect(told).toEqual({
      held: {
        'throttling/a-throttled-post-makes-nothing': 'service',
        'throttling/a-throttled-request-succeeds-after-the-wait': 'service',
        'throttling/an-answer-of-429-says-when-to-come-back': 'service',
        'throttling/requests-over-the-limit-answer-429': 'service',
      },
    });
  });

  it.concurrent('not declared: it is waited for, and accuses nobody', async ({ expect }) => {
    const limited = application('RATE_LIMIT=60', 'RATE_WINDOW_MS=1000');
    const only = ['creation/made-*', 'creation/valid-*', 'safety/*', 'validation/missing-method-answers-405'];
    const { report, before, after } = await auditService(limited, 1, { headers: token, only });
    const wrong = Object.keys(groupByVerdict(report).violated ?? {}).filter((rule) => violated[rule] === undefined);
    expect(wrong).toEqual([]);
    expect(countVerdict(report, 'errored')).toBe(0);
    expect(countVerdict(report, 'held')).toBeGreaterThan(10);
    expect(report.survey.notes.join('\n')).toContain('answered 429 and sent again');
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });
});
