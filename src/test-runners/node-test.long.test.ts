import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestFolder } from '../../test/cli/assay.fixture.js';
import { startDemo } from '../demo/start-demo.js';

const adapter = new URL('../../dist/bundle/src/test-runners/node-test.js', import.meta.url);
const bumping = 'safety/get-does-not-change-the-item';
const seen = 'creation/created-item-is-readable';
const declared = 'safety/method-override-does-not-write';

/** Runs a file of tests of an audit of the demo with `node --test`. */
async function runTests(fault: string | undefined, ...args: readonly string[]) {
  const demo = await startDemo(fault === undefined ? {} : { fault });
  onTestFinished(() => demo.close());
  const options = { baseUrl: demo.url, cases: 2, seed: 3, only: [bumping, seen, declared] };
  const cwd = createTestFolder({
    'api.test.mjs': `import { conformance } from ${JSON.stringify(adapter.href)};
await conformance({ ...${JSON.stringify(options)}, profile: {}, onReport: ({ run }) => console.log('audited', run.only.join(' ')) });
`,
  });
  const all = ['--test', '--test-reporter=tap', ...args, join(cwd, 'api.test.mjs')];
  const env = { PATH: process.env.PATH };
  return new Promise<{ code: number; said: string }>((done) => {
    execFile(process.execPath, all, { cwd, env }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    );
  });
}

describe('a file of tests that node:test runs', () => {
  test('fails where the rule is violated, with the counterexample, and passes or skips the others with the reason', async () => {
    const { code, said } = await runTests('get-bumps-a-counter');
    expect(code).toBe(1);
    expect(said).toMatch(new RegExp(`not ok \\d+ - ${bumping} \\[orders\\]`));
    expect(said).toContain('GET changed the item that it read');
    expect(said).toContain(`node --test --test-name-pattern='${bumping}', with seed: 3 in conformance()`);
    expect(said).toMatch(new RegExp(`ok \\d+ - ${seen} \\[orders\\]\\n`));
    expect(said).toMatch(new RegExp(`ok \\d+ - ${declared} \\[orders\\] # SKIP inconclusive`));
    expect(said).toMatch(/ok \d+ - the run as a whole\n/);
    expect(said).toContain('api.test.mjs:2:7');
  });

  test('audits only the rules whose tests a pattern selects', async () => {
    const { code, said } = await runTests(undefined, `--test-name-pattern=${seen}`);
    expect([code, said]).toEqual([0, expect.stringContaining(`audited ${seen}\n`)]);
    expect(said).not.toMatch(/^ *ok \d+ - the run as a whole$/m);
  });
});
