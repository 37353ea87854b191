import { describe, expect, it } from 'vitest';
import { auditService } from '../../tools/field/audit-service.js';
import { nest } from '../../tools/field/services.js';
import { countVerdict, groupByVerdict, listDeadEnds } from './group-results.fixture.js';

/** What is said of rules, by the subjects of which it is said; the names beside it are sections of docs/field-notes/nest.md. */
type Said = Readonly<Record<string, string>>;

const both = 'cats owners';

const violated: Said = {
  'access/unauthenticated-request-gets-a-challenge': 'owners', // "401 without a challenge"
  'caching/stale-if-match-changes-nothing': both, // "If-Match is not looked at"
  'caching/stale-if-match-deletes-nothing': both, // "If-Match is not looked at"
  'creation/location-leads-to-the-item': both, // "201 without Location"
  'validation/unsupported-method-answers-405': both, // "404 for a method"
  'validation/unknown-media-type-answers-415': both, // "400 for a media type"
};

/** Of these rules nothing could be told: see "What stayed undecided". */
const noUsableCase: Said = {
  'pagination/empty-result-is-an-empty-page': both,
  'pagination/list-without-parameters-is-bounded': 'owners owners/{id}/cats',
  'validation/problem-details-are-well-formed': both,
};

describe('a Nest application', () => {
  it('nothing but the URL and a token', async () => {
    const { report, before, after } = await auditService(nest, 'url');
    const { held: _, 'not-applicable': __, ...told } = groupByVerdict(report);
    expect(told).toEqual({ violated, 'inconclusive: no-usable-case': noUsableCase });
    expect([countVerdict(report, 'held'), countVerdict(report, 'not-applicable')]).toEqual([108, 208]);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.survey).toMatchObject({ contradictions: [], notes: [] });
    expect(report.gate.exit).toBe(0);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });

  it('no document and two names: what is violated is the same', async () => {
    const bare = { start: { args: ['--undocumented'] }, collections: ['/cats', '/owners'] };
    const { report, before, after } = await auditService(nest, 'url', bare);
    expect(groupByVerdict(report).violated).toEqual(violated);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });

  it('no token: nothing is accused, and it is said what was refused', async () => {
    const { report, before, after } = await auditService(nest, 'url', { headers: [] });
    expect(groupByVerdict(report)).not.toHaveProperty('violated');
    expect(report.survey.notes.join('\n')).toContain('GET /owners: returned 401');
    expect(after).toEqual(before);
  });

  it('a profile: what is unique, what conflicts and what means nothing is told apart', async () => {
    const only = ['pagination/*', 'conflict/*', 'validation/declared-invalid-body-answers-422'];
    const { report, before, after } = await auditService(nest, 'profile', { only });
    const told = groupByVerdict(report);
    expect(told.violated).toEqual({ 'pagination/list-without-parameters-is-bounded': 'owners' });
    expect(told.held).toMatchObject({
      'conflict/declared-conflict-answers-409': 'owners',
      'conflict/freed-unique-value-can-be-reused': 'owners',
      'conflict/refused-duplicate-has-no-effect': 'owners',
      'conflict/taken-unique-value-answers-409': 'owners',
      'pagination/maximum-page-size-is-kept': 'cats',
      'validation/declared-invalid-body-answers-422': 'cats',
    });
    expect(after).toEqual(before);
  });
});
