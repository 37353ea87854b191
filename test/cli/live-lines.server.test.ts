import { expect, test } from 'vitest';
import type { Result } from '../../src/model/result/report.js';
import { createTestFolder, readRunReport, runAssay } from './assay.fixture.js';

const known = 'waivers:\n  - rule: creation/valid-post-answers-201\n    reason: legacy\n    until: 2999-01-01\n';

test.each<[string, string[], string]>([
  ['post-answers-200', ['CRE-01'], 'MUST convention creation/valid-post-answers-201 [orders]: … (fails the run)'],
  [
    'post-answers-200',
    ['CRE-01', '--baseline', 'known.yaml'],
    'MUST convention creation/valid-post-answers-201 [orders]: … (does not fail the run: waived: legacy, until 2999-01-01)',
  ],
  [
    'tags-are-sent-as-text',
    ['document/response-has-a-described-media-type'],
    'MUST document document/response-has-a-described-media-type [GET /tags]: … (does not fail the run)',
  ],
  [
    'filter-is-ignored',
    ['filters/filtered-list-has-only-matching-items'],
    'MUST document filters/filtered-list-has-only-matching-items [orders]: … (does not fail the run: provisional)',
  ],
])(
  'shows of %s with %j only what the report has',
  async (fault, flags, line) => {
    const cwd = createTestFolder({ 'known.yaml': known });
    const args = ['demo', '--fault', fault, '--seed', '1', '--format', 'ndjson', '--out', '-', '--only', ...flags];
    const { stdout, stderr } = await runAssay(cwd, args);
    const { results } = readRunReport(cwd);
    expect(stderr.match(/(?<=violated ).*/g)?.map((text) => text.replace(/: [^:]+ \(/, ': … ('))).toEqual([line]);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as { done?: number; of?: number; result?: Result });
    const live = events.flatMap(({ result }) => result ?? []);
    const isTried = ({ verdict }: Result) => verdict !== 'not-run' && verdict !== 'not-applicable';
    expect(live.map(omitLateParts).sort()).toEqual(results.filter(isTried).map(omitLateParts).sort());
    expect(events.at(-2)).toMatchObject({ done: live.length, of: live.length });
  },
  60_000,
);

/** A result as text, without what is known at the end only: its number, and how long its requests took. */
function omitLateParts({ number: _, ms: __, evidence, ...rest }: Result): string {
  return JSON.stringify({ ...rest, ...(evidence && { evidence: { ...evidence, replay: '' } }) });
}
