import { expect, it } from 'vitest';
import { auditService } from '../../tools/field/audit-service.js';
import { flask } from '../../tools/field/services.js';
import { describeWith } from '../support/system-parts.js';
import { countVerdict, groupByVerdict, listDeadEnds, listErrors } from './group-results.fixture.js';

/** Expected verdicts by rule, with the subjects. The comments beside them name sections of field/flask/README.md. */
type Verdicts = Readonly<Record<string, string>>;

const both = 'authors books';

const violated: Verdicts = {
  'validation/unusual-values-are-not-a-server-error': both, // "500 for an unpaired surrogate"
  'validation/unusual-ids-are-not-a-server-error': both, // "500 for numbers beyond 64 bits"
  'validation/unusual-ids-in-writes-are-not-a-server-error': both, // "500 for numbers beyond 64 bits"
  // The same, where the evidence of that rule shows PUT.
  'responses/no-request-fails-each-time': 'PATCH /authors/{id} PATCH /books/{id}',
  'validation/unknown-media-type-answers-415': both, // "400 for an unknown media type"
};

describeWith(['flask'], 'a Flask application with a document of its own', () => {
  it('has the confirmed verdicts when it gets only the URL', async () => {
    const { report, before, after } = await auditService(flask, 'url');
    expect(listErrors(report)).toEqual([]);
    const { held: _, 'not-applicable': __, ...others } = groupByVerdict(report);
    expect(others).toEqual({
      violated,
      'inconclusive: no-usable-case': {
        'pagination/empty-result-is-an-empty-page': both,
        'pagination/last-page-has-no-next-link': 'books',
        'validation/problem-details-are-well-formed': both,
        'operations/problem-details-are-well-formed': '/authors/{author_id} /books/{book_id}',
      },
    });
    // New rules add to it.
    expect(countVerdict(report, 'held')).toBeGreaterThanOrEqual(160);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.survey).toMatchObject({ contradictions: [], notes: [] });
    expect(report.gate.exit).toBe(1);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });
});
