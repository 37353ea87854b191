import { describe, expect, it } from 'vitest';
import { auditService } from '../../tools/field/audit-service.js';
import { nest } from '../../tools/field/services.js';
import { countVerdict, groupByVerdict, listDeadEnds, listErrors } from './group-results.fixture.js';

/** Expected verdicts by rule, with the subjects. The comments beside them name sections of field/nest/README.md. */
type Verdicts = Readonly<Record<string, string>>;

const both = 'cats owners';

const violatedWithoutDocument: Verdicts = {
  'access/unauthenticated-request-gets-a-challenge': 'owners', // "401 without a challenge"
  'creation/location-leads-to-the-item': both, // "201 without Location"
  'validation/unsupported-method-answers-405': both, // "404 for an unsupported method"
  'validation/unknown-media-type-answers-415': both, // "400 for an unknown media type"
  'validation/unusual-values-are-not-a-server-error': 'owners', // "500 for half a surrogate pair in an email"
};

const violated: Verdicts = {
  ...violatedWithoutDocument,
  'pagination/list-without-parameters-is-bounded': 'owners', // "The list of owners is not paged"
};

/** These rules are inconclusive: see "Inconclusive checks". */
const noUsableCase: Verdicts = {
  'idempotency/patch-stores-empty-values': 'owners', // nothing that can be zero, false or an empty list
  'document/allow-names-the-described-methods': '/cats /cats/{id} /owners /owners/{id} /owners/{id}/cats',
  'operations/problem-details-are-well-formed': '/cats/{id} /owners/{id} /owners/{id}/cats',
  'pagination/empty-result-is-an-empty-page': both,
  'pagination/list-without-parameters-is-bounded': 'owners/{id}/cats',
  'validation/problem-details-are-well-formed': both,
};

describe('a Nest application', () => {
  it('has the confirmed verdicts when it gets the URL and a token', async () => {
    // Below an owner, other checks create cats: one check at a time, so that each list stays as it is.
    const { report, before, after } = await auditService(nest, 'url', { concurrency: 1 });
    const { held: _, 'not-applicable': __, ...others } = groupByVerdict(report);
    expect(others).toEqual({
      violated,
      'inconclusive: assumption:validation/unusual-values-are-not-a-server-error': {
        'responses/no-request-fails-each-time': 'service', // "500 for half a surrogate pair in an email"
      },
      'inconclusive: no-usable-case': noUsableCase,
    });
    // New rules add to it.
    expect(countVerdict(report, 'held')).toBeGreaterThanOrEqual(206);
    expect(listErrors(report)).toEqual([]);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.survey).toMatchObject({ contradictions: [], notes: [] });
    expect(report.gate.exit).toBe(1);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });

  it('violates the same rules when there is no document and two collections are named', async () => {
    const bare = { start: { args: ['--undocumented'] }, collections: ['/cats', '/owners'] };
    const { report, before, after } = await auditService(nest, 'url', bare);
    expect(groupByVerdict(report).violated).toEqual(violatedWithoutDocument);
    expect(listErrors(report)).toEqual([]);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });

  it('violates only the rule about challenges and names the refused requests when there is no token', async () => {
    const { report, before, after } = await auditService(nest, 'url', { headers: [] });
    expect(groupByVerdict(report).violated).toEqual({
      'access/unauthenticated-request-gets-a-challenge':
        'GET /owners GET /owners/{id} GET /owners/{id}/cats POST /owners', // "401 without a challenge"
    });
    expect(report.survey.notes.join('\n')).toContain('GET /owners: returned 401');
    expect(after).toEqual(before);
  });

  it('distinguishes taken values, conflicts and invalid references when it gets a profile', async () => {
    const only = ['pagination/*', 'conflict/*', 'validation/declared-invalid-body-answers-422'];
    const { report, before, after } = await auditService(nest, 'profile', { only });
    const verdicts = groupByVerdict(report);
    expect(verdicts.violated).toEqual({ 'pagination/list-without-parameters-is-bounded': 'owners' });
    expect(verdicts.held).toMatchObject({
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
