import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder, readRunReport, runAssayProcess, startDemoService } from './assay.fixture.js';

/** A folder with two rules: one with the given error, and a correct one. */
function withRules(broken: string, above = ''): string {
  const ruled = (id: string, parts: string) => `
    import { defineRule, held, values } from 'assay/rule';
    ${above}
    export default defineRule({
      clause: 'HOUSE-01', level: 'MUST', family: 'convention', per: 'collection', title: '${id} holds',
      otherwise: '${id} is broken', since: '1', stage: 'stable', touches: 'reads', watches: 'item', needs: [],
      given: () => values.oneOf(null), when: async () => null, then: () => held, ${parts}
    });`;
  const files = {
    'house/house/broken.mjs': ruled('broken', broken),
    'house/house/sound.mjs': ruled('sound', '').replace(above, ''),
    'house/convention.md':
      '### HOUSE-01 · MUST · convention\n> A rule MUST break alone.\n- Source: house style\n- Why: others may hold.\n',
  };
  const folder = createTestFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Audits with both rules; tells how it ended, and the verdict of each. */
async function audited(broken: string) {
  const folder = withRules(broken);
  const demo = await startDemoService();
  const ended = await runAssayProcess(folder, ['run', demo.url, '--rules', 'house', '--only', 'house/*']);
  const report = readRunReport(folder);
  const verdictOf = (id: string) => report.results.find(({ rule }) => rule === id);
  expect(verdictOf('house/sound')).toMatchObject({ verdict: 'held' });
  expect([ended.code, report.gate.exit, report.complete]).toEqual([4, 4, true]);
  expect(ended.stdout).toContain('Failed: internal error of assay (exit 4)');
  return { ...ended, report, broken: verdictOf('house/broken') };
}

test('reports process.exit in a rule as an error of the rule', async () => {
  const { broken, report } = await audited('when: async () => process.exit(0),');
  expect(broken).toMatchObject({ verdict: 'errored', cause: 'kit' });
  expect(broken?.why).toMatch(/process\.exit\(0\) was called dur.*\n\s+at .*broken\.mjs/s);
  expect(report.gate.reasons.join()).toContain('internal error in house/broken; please report it');
});

test.each([
  [
    'a rejected promise without a handler',
    'void Promise.reject(new Error("left alone"))',
    'unhandled promise rejection',
  ],
  ['a timer that throws', 'setTimeout(() => { throw new Error("left alone"); })', 'uncaught exception'],
])('continues the run and adds the stack trace to the report after %s', async (_, stray, kind) => {
  const { stdout, report } = await audited(
    `when: async () => { ${stray}; await new Promise((done) => setTimeout(done, 20)); },`,
  );
  expect(report.run.faults).toEqual([
    expect.stringMatching(new RegExp(`^${kind}: Error: left alone\\n.*broken\\.mjs`, 's')),
  ]);
  expect(stdout.replace(/\s+/g, ' ')).toContain(`internal error: ${kind}: Error: left alone; please report it, with`);
});

test('cleans up and writes the report when a rule causes uncaught errors', async () => {
  const strewn = `when: async () => {
    for (let i = 0; i < 30; i += 1) setTimeout(() => { throw new Error('left alone ' + i); });
    await new Promise((done) => setTimeout(done, 20));
  },`;
  const folder = withRules(strewn);
  const demo = await startDemoService();
  const { code } = await runAssayProcess(folder, ['run', demo.url, '--rules', 'house', '--concurrency', '1']);
  const { run, results } = readRunReport(folder);
  expect([code, run.endedEarly, run.faults?.length]).toEqual([4, '20 uncaught errors', 20]);
  expect(results.some(({ why }) => why === 'the trial did not start: 20 uncaught errors')).toBe(true);
});

test('refuses a rule file that calls process.exit before the first request', async () => {
  const folder = withRules('', 'process.exit(0);');
  const demo = await startDemoService();
  const { code, stderr } = await runAssayProcess(folder, ['run', demo.url, '--rules', 'house']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('process.exit(0) was called')]);
  expect(demo.requests()).toBe(0);
});

test('refuses rules that assume each other before the first request', async () => {
  const folder = withRules("assumes: ['house/broken'],");
  const demo = await startDemoService();
  const { code, stderr } = await runAssayProcess(folder, ['run', demo.url, '--rules', 'house']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('in a circle: house/broken → house/broken')]);
  expect(demo.requests()).toBe(0);
});
