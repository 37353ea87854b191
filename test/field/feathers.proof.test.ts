import { describe, expect, it } from 'vitest';
import { auditService } from '../../tools/field/audit-service.js';
import { feathers } from '../../tools/field/services.js';
import { countVerdict, groupByVerdict, listDeadEnds } from './group-results.fixture.js';

/** What is said of rules, by the subjects of which it is said; the names beside it are sections of docs/field-notes/feathers.md. */
type Said = Readonly<Record<string, string>>;

const both = 'messages users';

const violated: Said = {
  'caching/stale-if-match-changes-nothing': both, // "If-Match is not looked at"
  'caching/stale-if-match-deletes-nothing': both, // "If-Match is not looked at"
  'creation/location-leads-to-the-item': both, // "201 without Location"
  'validation/forbidden-values-are-not-a-server-error': both, // "500 for what cannot be read"
  'validation/malformed-content-is-not-a-server-error': both, // "500 for what cannot be read"
  'validation/unsupported-method-answers-405': both, // "405 without Allow"
  'validation/unusual-ids-are-not-a-server-error': both, // "500 for a name that JavaScript knows"
  'validation/unknown-media-type-answers-415': both, // "400 for a media type"
};

/** Of these rules nothing could be told: see "What stayed undecided". */
const noUsableCase: Said = {
  'responses/status-204-has-no-content': both,
  'pagination/empty-result-is-an-empty-page': both,
  'validation/problem-details-are-well-formed': both,
};

describe('a Feathers application', () => {
  it('nothing but the URL', async () => {
    const { report, before, after } = await auditService(feathers, 'url');
    const { held: _, 'not-applicable': __, ...told } = groupByVerdict(report);
    expect(told).toEqual({
      violated,
      'inconclusive: no-answer': { 'validation/malformed-json-answers-400': both },
      'inconclusive: no-usable-case': {
        ...noUsableCase,
        'pagination/list-without-parameters-is-bounded': 'messages',
        // No case of this seed was refused at first.
        'validation/refused-request-stays-refused': 'users',
      },
    });
    expect([countVerdict(report, 'held'), countVerdict(report, 'not-applicable')]).toEqual([94, 109]);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.survey).toMatchObject({ contradictions: [], notes: [] });
    expect(report.gate.exit).toBe(1);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });

  it('no document and two names: what is violated is the same', async () => {
    const bare = { start: { args: ['--undocumented'] }, collections: ['/messages', '/users'] };
    const { report, before, after } = await auditService(feathers, 'url', bare);
    expect(groupByVerdict(report).violated).toEqual(violated);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });

  it('a profile: "The whole list" is told', async () => {
    const only = ['pagination/*'];
    const { report, before, after } = await auditService(feathers, 'profile', { only });
    const told = groupByVerdict(report);
    expect(told.violated).toEqual({
      'pagination/list-without-parameters-is-bounded': 'messages',
      'pagination/maximum-page-size-is-kept': 'messages',
      'pagination/page-size-over-maximum-is-handled-consistently': 'service',
    });
    expect(told.held).toMatchObject({
      'pagination/list-without-parameters-is-bounded': 'users',
      'pagination/maximum-page-size-is-kept': 'users',
    });
    expect(after).toEqual(before);
  });
});
