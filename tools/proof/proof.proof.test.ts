import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('../../dist/tools/proof/main.js', import.meta.url));

/** A few of the shortest jobs there are. */
const chosen = ['--short', '--name', 'matrix/get-bumps-*', '--name', 'matrix/get-is-kept-*', '--processes', '1'];

interface JsonResult {
  readonly passed: number;
  readonly failed: number;
  readonly kept: number;
  readonly jobs: readonly { readonly name: string; readonly key: string; readonly isKept: boolean }[];
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-proof-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function startProof(folder: string, more: readonly string[] = []) {
  // What a killed worker leaves is in a folder of this test.
  const env = { ...process.env, TMPDIR: createFolder() };
  const child = spawn(process.execPath, [main, ...chosen, '--folder', folder, ...more], { env });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<{ code: number | null; stdout: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout })),
  );
  return { child, ended };
}

const listResults = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [name.replace('.json', '')] : []));

/** Ends a run as soon as it has kept a result. */
async function interruptProof(folder: string, signal: NodeJS.Signals) {
  const { child, ended } = startProof(folder);
  const timer = setInterval(() => {
    if (listResults(folder).length === 0) return;
    clearInterval(timer);
    child.kill(signal);
  }, 5);
  const end = await ended;
  clearInterval(timer);
  return end;
}

test('after a kill in mid-run only the rest is run, and after that nothing', async () => {
  const folder = createFolder();
  const file = join(createFolder(), 'proof.json');
  await interruptProof(folder, 'SIGKILL');
  const kept = listResults(folder);
  const second = await startProof(folder, ['--json', file]).ended;
  const { jobs, ...counts }: JsonResult = JSON.parse(readFileSync(file, 'utf8'));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThan(jobs.length);
  expect(counts).toEqual({ passed: jobs.length, failed: 0, kept: kept.length });
  expect(
    jobs
      .filter(({ isKept }) => isKept)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(kept.sort());
  expect(second.stdout).toContain(`${jobs.length} jobs: ${kept.length} kept, ${jobs.length - kept.length} to run\n`);
  expect(second.stdout.endsWith(`\n${jobs.length} passed, 0 failed\n`)).toBe(true);
  const third = await startProof(folder).ended;
  expect(third.stdout).toContain(`${jobs.length} jobs: ${jobs.length} kept, 0 to run\n`);
  expect([second.code, third.code]).toEqual([0, 0]);
});

test('Ctrl-C ends the run, keeps its results, and says so', async () => {
  const folder = createFolder();
  const { code, stdout } = await interruptProof(folder, 'SIGINT');
  expect(code).toBe(130);
  expect(stdout).toMatch(/interrupted: \d+ of \d+ results are kept; the same command runs the others\n$/);
  expect(stdout).not.toContain('FAILED');
});
