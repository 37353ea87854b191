import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type CommandResult, createTestFolder, runAssay, runAssayProcess } from './assay.fixture.js';

/** A profile without a service, whose module has an effect on the process. */
const profile = (effect: string) => ({
  'assay.config.mjs': `${effect}\nexport default { baseUrl: 'http://127.0.0.1:1', rules: { only: ['no/such-rule'] } };`,
});

/** Runs a command in the command server and in a process of its own, which must end alike. */
async function runBoth(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const alone = await runAssayProcess(createTestFolder(files), args, env);
  expect(await runAssay(createTestFolder(files), args, env)).toEqual(alone);
  return alone;
}

test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
  ['that prints much', ['rules', '--format', 'json'], {}],
  ['that fails', ['run', '--no-such-option'], {}],
  ['with a variable', ['run', 'http://127.0.0.1:1'], { ASSAY_MAX_REQUESTS: 'x' }],
  ['after one with a variable', ['run', 'http://127.0.0.1:1'], {}],
  ['with another profile', ['run', '--profile', 'gone.yaml'], {}],
])('a command %s ends as in a process of its own', async (_, args, env) => {
  await runBoth({}, args, env);
});

test('a command ends when nothing keeps the event loop alive any more', async () => {
  const later = (name: string) =>
    profile(`import { writeFileSync } from 'node:fs';
setTimeout(() => { writeFileSync(new URL('${name}', import.meta.url), ''); }, 300);`);
  for (const name of ['first', 'second']) {
    const cwd = createTestFolder(later(name));
    expect((await runAssay(cwd, ['run'])).code).toBe(2);
    expect(existsSync(join(cwd, name))).toBe(true);
  }
});

test.each([
  ['calls process.exit', "process.stdout.write('bye\\n'); process.exit(7);", { code: 7, stdout: 'bye\n', stderr: '' }],
  ['throws later', "setTimeout(() => { throw new Error('late'); }, 300);", { code: 1 }],
  ['waits for ever', 'await new Promise(() => {});', { code: 13 }],
  ['sets an exit code', 'process.exitCode = 9;', { code: 2 }],
  ['listens for the end', "process.on('exit', () => { process.stdout.write('over\\n'); });", { stdout: 'over\n' }],
])('a command that %s ends as in a process of its own, and the next one does not notice', async (_, effect, how) => {
  const alone = await runAssayProcess(createTestFolder(profile(effect)), ['run']);
  const { stderr, ...served } = await runAssay(createTestFolder(profile(effect)), ['run']);
  expect(alone).toMatchObject({ ...served, ...how });
  expect(alone.stderr.includes('late')).toBe(stderr.includes('late'));
  expect(await runAssay(createTestFolder(), ['run', '--no-such-option'])).toMatchObject({ code: 2, stdout: '' });
});
