import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { writeReports } from '../../src/cli/commands/run/write-reports.js';
import { createWriteOutcome } from '../../src/cli/exit-code.js';
import { sound } from '../report-samples/samples.js';
import { type CommandResult, createTestFolder, readRunReport, runAssayProcess } from './assay.fixture.js';

const quick = ['demo', '--only', 'CRE-01', '--cases', '2'];
const files = ['tape.ndjson', 'ledger.ndjson', 'report.json'];

describe('exits with 2 before the first request when a file cannot be written', () => {
  const inReports = (prepare: (file: string) => void, name: string) => {
    const cwd = createTestFolder();
    mkdirSync(join(cwd, 'reports'));
    prepare(join(cwd, 'reports', name));
    return cwd;
  };

  test.skipIf(process.platform !== 'linux').each(files)('%s on a disk that is full', async (name) => {
    const cwd = inReports((file) => symlinkSync('/dev/full', file), name);
    const { code, stdout, stderr } = await runAssayProcess(cwd, quick);
    expect(stderr).toMatch(/^assay: cannot write to --out reports\/\S+: ENOSPC.*choose another folder with --out\n$/);
    expect(stderr).toContain(name);
    expect([code, stdout, readdirSync(join(cwd, 'reports'))]).toEqual([2, '', [name]]);
  });

  test.each(files)('%s when its path is a folder', async (name) => {
    const { code, stdout, stderr } = await runAssayProcess(
      inReports((file) => mkdirSync(file), name),
      quick,
    );
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/cannot write to .*EISDIR.*--out\n$/)]);
  });

  test('a file in place of the folder', async () => {
    const { code, stderr } = await runAssayProcess(createTestFolder({ reports: 'mine' }), quick);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/cannot write to --out reports: (EEXIST|ENOTDIR)/)]);
  });
});

/** Runs a command in which no file may become longer than so many KiB. */
function assayWithin(kib: number, cwd: string, args: readonly string[]): Promise<CommandResult> {
  const bin = process.env.ASSAY_BIN ?? fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
  const line = ['-c', 'ulimit -f "$0"; exec "$@"', String(kib), process.execPath, bin, ...args];
  const child = spawn('bash', line, { cwd, env: { PATH: process.env.PATH } });
  const ended: { code: number | null; stdout: string; stderr: string } = { code: null, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      ended[name] += chunk;
    });
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ended, code })));
}

test.skipIf(process.platform === 'win32')(
  'writes a report, removes its items and exits with 4 when the disk becomes full during a run',
  async () => {
    const cwd = createTestFolder();
    const { code, stdout } = await assayWithin(320, cwd, ['demo', '--only', 'CRE-01', '--cases', '300']);
    const { gate, run, results, leftovers, complete } = readRunReport(cwd);
    expect(run.endedEarly).toMatch(/tape\.ndjson cannot be written: EFBIG/);
    expect(gate).toMatchObject({ open: false, exit: 4 });
    expect(gate.reasons.join('\n')).toMatch(/ended early: .*EFBIG.*free some disk space, or choose another --out/);
    expect(results.some(({ cause }) => cause === 'budget')).toBe(true);
    expect([leftovers, complete, code]).toEqual([[], true, 4]);
    expect(stdout).toContain('Failed: internal error of assay (exit 4)');
    expect(readFileSync(join(cwd, 'reports/tape.ndjson')).length).toBeLessThanOrEqual(320 * 1024);
  },
);

describe('a report file that cannot be written', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });

  const heard = (stream: NodeJS.WriteStream) => {
    const spy = vi.spyOn(stream, 'write').mockReturnValue(true);
    return () => spy.mock.calls.map(([text]) => String(text)).join('');
  };

  test('is written to another folder, and the other formats to theirs', () => {
    const out = createTestFolder();
    mkdirSync(join(out, 'report.json'));
    vi.stubEnv('TMPDIR', createTestFolder());
    const stderr = heard(process.stderr);
    const outcome = createWriteOutcome();
    writeReports(sound, { out, format: ['junit', 'markdown'] }, outcome);
    const kept = /the report is kept in (\S+)\n/.exec(stderr())?.[1] ?? '';
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toMatchObject({ complete: true });
    expect(readdirSync(out).sort()).toEqual(['junit.xml', 'report.json', 'report.md']);
    expect([outcome.exit(0), outcome.exit(4)]).toEqual([2, 4]);
  });

  test('is printed when no folder can be written', () => {
    const out = createTestFolder();
    mkdirSync(join(out, 'report.json'));
    writeFileSync(join(out, 'no-folder'), '');
    vi.stubEnv('TMPDIR', join(out, 'no-folder'));
    const [stdout, stderr] = [heard(process.stdout), heard(process.stderr)];
    writeReports(sound, { out, format: [] }, createWriteOutcome());
    expect(JSON.parse(stdout())).toMatchObject({ complete: true });
    expect(stderr()).toContain('the report cannot be written to any folder, so it follows on standard output');
  });

  test('is reported with a stack trace and exit 4 when one format has an internal error', () => {
    const out = createTestFolder();
    const stderr = heard(process.stderr);
    const outcome = createWriteOutcome();
    const broken = new Proxy(sound, {
      get(report, name) {
        // The JSON view takes the whole; the others pick members.
        if (name === 'coverage' && !new Error().stack?.includes('renderJson')) throw new TypeError('no coverage');
        return report[name as keyof typeof report];
      },
    });
    writeReports(broken, { out, format: ['markdown', 'junit', 'console'] }, outcome);
    expect(readdirSync(out)).toContain('report.json');
    expect(stderr()).toMatch(/internal error; please report this:\n.*cannot be written as (markdown|console)/);
    expect(stderr()).toContain('no coverage');
    expect([outcome.exit(0), outcome.exit(1)]).toEqual([4, 4]);
  });
});

test('exits with 130 when a run is interrupted and a file cannot be written', () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const outcome = createWriteOutcome();
  outcome.attempt(() => {
    throw new Error('mine');
  });
  expect([outcome.exit(130), outcome.exit(0)]).toEqual([130, 4]);
  vi.restoreAllMocks();
});
