import { describe, expect, it } from 'vitest';
import { auditService } from '../../tools/field/audit-service.js';
import { feathers } from '../../tools/field/services.js';
import { countVerdict, groupByVerdict, listDeadEnds, listErrors } from './group-results.fixture.js';

/** Expected verdicts by rule, with the subjects. The comments beside them name sections of field/feathers/README.md. */
type Verdicts = Readonly<Record<string, string>>;

const both = 'messages users';

const violated: Verdicts = {
  'creation/location-leads-to-the-item': both, // "201 without Location"
  'responses/no-request-fails-each-time': 'PATCH /messages/{id} PATCH /users/{id} PUT /users/{id}', // "500 for unreadable input"
  'validation/forbidden-values-are-not-a-server-error': both, // "500 for unreadable input"
  'validation/malformed-content-is-not-a-server-error': both, // "500 for unreadable input"
  'validation/unsupported-method-answers-405': both, // "405 without Allow"
  'validation/unusual-ids-are-not-a-server-error': both, // "500 for an id such as constructor"
  'validation/unknown-media-type-answers-415': both, // "400 for an unknown media type"
};

/** These rules are inconclusive: see "Inconclusive checks". */
const noUsableCase: Verdicts = {
  'responses/status-204-has-no-content': both,
  'pagination/empty-result-is-an-empty-page': both,
  'document/allow-names-the-described-methods': '/messages /messages/{id} /users /users/{id}',
  'operations/problem-details-are-well-formed': '/messages/{id} /users/{id}',
};

/** These rules met the failures that are a violation already. */
const afterFailures: Verdicts = {
  'validation/malformed-json-answers-400': both,
  'validation/problem-details-are-well-formed': both,
  'validation/refused-request-stays-refused': 'users',
  'validation/schema-violation-is-refused': both,
};

describe('a Feathers application', () => {
  it('has the confirmed verdicts when it gets only the URL', async () => {
    const { report, before, after } = await auditService(feathers, 'url');
    const { held: _, 'not-applicable': __, ...others } = groupByVerdict(report);
    expect(others).toEqual({
      violated,
      'inconclusive: assumption:responses/no-request-fails-each-time': afterFailures,
      'inconclusive: no-usable-case': {
        ...noUsableCase,
        // Messages and users have texts: nothing that can be zero, false or an empty list.
        'idempotency/patch-stores-empty-values': both,
        'idempotency/put-stores-empty-values': 'users',
        'pagination/list-without-parameters-is-bounded': 'messages',
        'pagination/maximum-page-size-is-kept': 'messages',
      },
    });
    // New rules add to it.
    expect(countVerdict(report, 'held')).toBeGreaterThanOrEqual(174);
    expect(listErrors(report)).toEqual([]);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.survey).toMatchObject({ contradictions: [], notes: [] });
    expect(report.gate.exit).toBe(1);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });

  it('violates the same rules when there is no document and two collections are named', async () => {
    const bare = { start: { args: ['--undocumented'] }, collections: ['/messages', '/users'] };
    const { report, before, after } = await auditService(feathers, 'url', bare);
    // Without a document, no malformed content is sent to an item.
    const { 'responses/no-request-fails-each-time': _, ...others } = violated;
    expect(groupByVerdict(report).violated).toEqual(others);
    expect(listErrors(report)).toEqual([]);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });

  it('reports lists that are not paged when the profile declares a page size', async () => {
    const only = ['pagination/*'];
    const { report, before, after } = await auditService(feathers, 'profile', { only });
    const verdicts = groupByVerdict(report);
    expect(verdicts.violated).toEqual({
      'pagination/list-without-parameters-is-bounded': 'messages',
      'pagination/maximum-page-size-is-kept': 'messages',
      'pagination/page-size-over-maximum-is-handled-consistently': 'service',
    });
    expect(verdicts.held).toMatchObject({
      'pagination/list-without-parameters-is-bounded': 'users',
      'pagination/maximum-page-size-is-kept': 'users',
    });
    expect(after).toEqual(before);
  });
});
