import { expect, test } from 'vitest';
import { createTestFolder, runAssay } from '../../../../test/cli/assay.fixture.js';
import { troubled } from '../../../../test/report-samples/samples.js';
import { findControlCodes } from '../../../../test/support/control-characters.js';

const { ruleFolders: _, ...run } = troubled.run;
const report = JSON.stringify({ ...troubled, run });
const violations = troubled.results.filter(({ verdict }) => verdict === 'violated');

test('a violation of a report is shown, then its rule, and how to waive it', async () => {
  const cwd = createTestFolder({ 'report.json': report });
  const { code, stdout } = await runAssay(cwd, ['explain', 'report.json', '1']);
  expect(stdout).toMatch(
    /^Violation 1 of report\.json\n\nMUST safety\/get-does-not-change-the-item \[customers\]: GET changed/,
  );
  expect(stdout).toContain('\nSAFE-01 · MUST · convention\n');
  expect(stdout).toContain('- rule: safety/get-does-not-change-the-item\n');
  expect(stdout).toContain('subject: "customers"\n');
  expect(code).toBe(0);
});

test('a violation of an unknown rule is shown anyway, with control characters escaped', async () => {
  const cwd = createTestFolder({ 'report.json': report });
  const { number } = violations.find(({ rule }) => rule === 'validation/broken-is-refused') ?? {};
  const { code, stdout } = await runAssay(cwd, ['explain', 'report.json', String(number)]);
  expect(stdout).toContain('MUST validation/broken-is-refused [');
  expect(stdout).toContain('\nThe rule cannot be explained here: no rule and no clause is called "validation/broken');
  expect(findControlCodes(stdout.replaceAll('\n', ''))).toEqual([]);
  expect(code).toBe(0);
});

test('exits with 2 for a number that is not in the report', async () => {
  const cwd = createTestFolder({ 'report.json': report });
  const { code, stderr } = await runAssay(cwd, ['explain', 'report.json', '99']);
  expect(stderr).toContain(`report.json contains violations 1 to ${violations.length}, not 99`);
  expect(code).toBe(2);
});

test('a part of a name is enough where one rule has it; else the rules are named', async () => {
  const cwd = createTestFolder();
  const found = await runAssay(cwd, ['explain', 'get-does-not-change-the-it']);
  expect(found.stdout).toContain('safety/get-does-not-change-the-item\n');
  // The exchanges of the rule's page.
  expect(found.stdout).toMatch(
    /\nWrong:\n {2}GET \/orders\/7\n[\s\S]+"views": 2[\s\S]+\nRight:\n {2}GET \/orders\/7\n/,
  );
  const many = await runAssay(cwd, ['explain', 'HEAD-']);
  expect(many).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/several rules have "HEAD-" in their name: .*safety\/head-/),
  });
});
