import { expect, test } from 'vitest';
import { createSampleResult } from '../../../test/report-samples/sample-result.js';
import { emptyReport, hostile, sampleReports, sound, troubled } from '../../../test/report-samples/samples.js';
import type { Report } from '../../model/result/report.js';
import { writeGithub } from './write-github.js';

interface Annotation {
  readonly kind: string;
  readonly title: string;
  readonly message: string;
}

/** Reads lines as the runner does: what begins with two colons is a command, and nothing else may be there. */
function read(report: Report): Annotation[] {
  return writeGithub(report)
    .trimEnd()
    .split(/\r\n|[\r\n]/)
    .map((line) => {
      const [, kind = '', properties = '', message = ''] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? [];
      const [title = '', ...others] = properties.split(',');
      expect([kind, others]).toEqual([expect.stringMatching(/^(error|warning|notice)$/), []]);
      return { kind, title: plain(title.replace(/^title=/, '')), message: plain(message) };
    });
}

const plain = (text: string) =>
  text.replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');

const kinds = (report: Report, kind: string) => read(report).filter((one) => one.kind === kind);
const violation = (n: number, level: 'MUST' | 'SHOULD' = 'MUST') =>
  createSampleResult({
    rule: `safety/claim-${n}`,
    level,
    verdict: 'violated',
    evidence: { ...proof, summary: `broken ${n}` },
  });
const proof = { summary: '', exchanges: [], curl: [], replay: 'assay replay report.json 1' };

test.each(Object.entries(sampleReports))('%s: ends with one notice that says whether the run passed', (_, report) => {
  const notices = kinds(report, 'notice');
  expect(notices).toHaveLength(1);
  expect(notices[0]?.title).toContain(
    report.gate.open ? 'Passed (exit 0)' : report.gate.exit === 5 ? 'Incomplete: ' : 'Failed: ',
  );
});

test('a correct service gives neither errors nor warnings', () => {
  expect(read(sound).map(({ kind }) => kind)).toEqual(['notice']);
});

test('a violation that fails the run is an error, another one a warning, a waived one neither', () => {
  const waived = { ...violation(3), waived: { reason: 'known' } };
  const report = { ...troubled, results: [violation(1), violation(2, 'SHOULD'), waived] };
  expect(kinds(report, 'error').map(({ title }) => title)).toEqual(['MUST safety/claim-1 [orders]']);
  expect(kinds(report, 'warning').map(({ message }) => message.split('\n')[0])).toEqual(['broken 2']);
  const strict = { ...report, run: { ...report.run, strict: true } };
  expect(kinds(strict, 'error')).toHaveLength(2);
});

test('has the reason when a run fails without a violation', () => {
  expect(kinds(emptyReport, 'error')).toEqual([
    { kind: 'error', title: 'the run failed', message: 'no rule was checked' },
  ]);
});

test.each([10, 11, 25])('has at most ten annotations for %i errors, and counts the others', (count) => {
  const results = Array.from({ length: count }, (_, i) => violation(i + 1));
  const errors = kinds({ ...troubled, results }, 'error');
  expect(errors).toHaveLength(10);
  const last = count === 10 ? 'MUST safety/claim-10 [orders]' : `and ${count - 9} more`;
  expect(errors.at(-1)?.title).toBe(last);
});

test('escapes text of the service in lines and properties', () => {
  const text = '50%0A::set-output name=x::y\r\n::error::mine\u001b[2J, a: b';
  const evil = { ...violation(1), subject: text, evidence: { ...proof, summary: text, actual: text } };
  const report = { ...troubled, results: [evil] };
  expect(writeGithub(report)).toMatch(/^::error title=[^:,]*::50%250A::set-output/);
  const seen = String.raw`50%0A::set-output name=x::y\r\n::error::mine\x1b[2J, a: b`;
  const [error] = kinds(report, 'error');
  expect([error?.title, error?.message.split('\n')[0]]).toEqual([`MUST safety/claim-1 [${seen}]`, seen]);
  expect(read({ ...troubled, results: [createSampleResult({ verdict: 'violated', subject: hostile })] })).toHaveLength(
    2,
  );
});

test('cuts a long message', () => {
  const long = { ...violation(1), evidence: { ...proof, summary: 'x'.repeat(5000) } };
  expect(kinds({ ...troubled, results: [long] }, 'error')[0]?.message.split('\n')[0]).toBe(`${'x'.repeat(999)}…`);
});

test('names the line of the profile or of the document that declares the subject, and the line of a waiver', () => {
  const report: Report = {
    ...troubled,
    run: { ...troubled.run, profile: 'ci/as,say.yaml' },
    results: [violation(1), createSampleResult({ ...violation(2), subject: 'service' })],
    waivers: [{ rule: 'a/b', reason: 'known', where: 'known.yaml:2:5', standing: 'stale' }],
  };
  const lines = writeGithub(report, { read: () => 'resources:\n  - collection: /orders\n' }).split('\n');
  expect(lines.slice(0, 3)).toEqual([
    expect.stringMatching(/^::error file=ci\/as%2Csay\.yaml,line=2,title=MUST safety\/claim-1 /),
    expect.stringMatching(/^::error title=MUST safety\/claim-2 /),
    expect.stringMatching(/^::error file=known\.yaml,line=2,title=stale waiver of a\/b \[every subject\]::/),
  ]);
});
