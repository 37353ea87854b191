import { expect, test } from 'vitest';
import { createSampleViolation } from '../../../test/report-samples/sample-result.js';
import { emptyReport, interruptedReport, sound, troubled } from '../../../test/report-samples/samples.js';
import { readTap } from '../format-readers.fixture.js';
import { render } from '../render.js';

const pointsOf = (report: typeof troubled) => readTap(render(report, 'tap')).points;
const pointOf = (report: typeof troubled, rule: string) =>
  pointsOf(report).find(({ name }) => name.startsWith(`${rule} `));
const strict = { ...troubled, run: { ...troubled.run, strict: true } };

/** What a harness makes of a point. */
const colourOf = (point: ReturnType<typeof pointOf>) =>
  point?.todo ? 'todo' : point?.skip ? 'skip' : point?.ok ? 'ok' : 'not ok';

test.each([
  ['creation/created-item-is-readable', 'ok', 'ok'],
  ['safety/get-does-not-change-the-item', 'not ok', 'not ok'],
  ['responses/problem-details', 'todo', 'not ok'],
  ['links/has-next-actions', 'todo', 'todo'],
  ['conflict/stale-write-is-refused', 'todo', 'todo'],
  ['pagination/no-item-twice', 'skip', 'skip'],
  ['pagination/pages-are-stable', 'not ok', 'not ok'],
  ['throttling/says-when', 'skip', 'skip'],
])('%s is %s by the gate', (rule, usually, strictly) => {
  expect(colourOf(pointOf(troubled, rule))).toBe(usually);
  expect(colourOf(pointOf(strict, rule))).toBe(strictly);
});

test('diagnostics are YAML with all details of a violation', () => {
  expect(pointOf(troubled, 'safety/get-does-not-change-the-item')?.diag).toMatchObject({
    message: 'GET changed the item it read',
    verdict: 'violated',
    subject: 'customers',
    expected: '{"id":"7","note":"a","views":0}',
    actual: '{"id":"7","note":"a","views":2}',
    curl: [expect.stringContaining('curl -sS -X POST'), expect.any(String), expect.any(String)],
    replay: 'assay replay reports/report.json 1',
  });
});

test('text of the service never becomes a directive', () => {
  const results = [createSampleViolation({ subject: 'a # Todo mine', title: 'b # Skip\\' }, { summary: 'c' })];
  const [point] = pointsOf({ ...troubled, results });
  expect(colourOf(point)).toBe('not ok');
  expect(point?.name).toContain('[a # Todo mine] b # Skip\\');
});

test.each(Object.entries({ empty: emptyReport, interrupted: interruptedReport }))(
  '%s: the file of a failed run has a failed test',
  (_, report) => {
    const red = pointsOf(report).filter((point) => colourOf(point) === 'not ok');
    expect(red.map(({ name, diag }) => [name, diag])).toEqual([
      ['the audit passed', { message: report.gate.reasons.join('; ') }],
    ]);
    expect(pointsOf(sound).every(({ ok }) => ok)).toBe(true);
  },
);
