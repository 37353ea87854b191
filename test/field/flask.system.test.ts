import { expect, it } from 'vitest';
import { auditService } from '../../tools/field/audit-service.js';
import { flask } from '../../tools/field/services.js';
import { describeWith } from '../support/system-parts.js';
import { countVerdict, groupByVerdict, listDeadEnds } from './group-results.fixture.js';

/** What is said of rules, by the subjects of which it is said; the names beside it are sections of docs/field-notes/flask.md. */
type Said = Readonly<Record<string, string>>;

const both = 'authors books';

const violated: Said = {
  'validation/unusual-values-are-not-a-server-error': both, // "500 for half a character"
  'validation/unusual-ids-are-not-a-server-error': both, // "500 for a great number"
  'validation/unusual-ids-in-writes-are-not-a-server-error': both, // "500 for a great number"
  'validation/unknown-media-type-answers-415': both, // "400 for a media type"
};

describeWith(['flask'], 'a Flask application with a document of its own', () => {
  it('nothing but the URL', async () => {
    const { report, before, after } = await auditService(flask, 'url');
    const { held: _, 'not-applicable': __, ...told } = groupByVerdict(report);
    expect(told).toEqual({
      violated,
      'inconclusive: no-usable-case': {
        'pagination/empty-result-is-an-empty-page': both,
        'pagination/maximum-page-size-is-kept': 'authors',
        'pagination/last-page-has-no-next-link': 'books',
        'validation/problem-details-are-well-formed': both,
      },
    });
    expect([countVerdict(report, 'held'), countVerdict(report, 'not-applicable')]).toEqual([119, 96]);
    expect(listDeadEnds(report)).toEqual([]);
    expect(report.survey).toMatchObject({ contradictions: [], notes: [] });
    expect(report.gate.exit).toBe(1);
    expect(report.leftovers).toEqual([]);
    expect(after).toEqual(before);
  });
});
