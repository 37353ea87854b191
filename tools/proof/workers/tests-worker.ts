import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type JobOutcome, judgeProblems } from '../jobs/outcome.js';
import { serveJobs } from './serve-jobs.js';

/** A run of a long test file. */
export interface TestTask {
  readonly file: string;
}

/** The parts of vitest's JSON report that are read here. */
interface TestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const vitest = fileURLToPath(new URL('../../../../node_modules/vitest/vitest.mjs', import.meta.url));

serveJobs(async ({ file }: TestTask): Promise<JobOutcome> => {
  const { code, stdout, stderr } = await runVitest(['run', '--project', 'proof', '--reporter=json', file]);
  const start = stdout.indexOf('{"numTotalTestSuites"');
  const report = start < 0 ? undefined : (JSON.parse(stdout.slice(start)) as TestReport);
  const failed = listFailedTests(report);
  const isSilent = code !== 0 && failed.length === 0;
  return judgeProblems([...failed, ...(isSilent ? [`vitest ended with ${code}: ${toLine(stderr)}`] : [])], {
    expected: 'all tests of the file pass',
    actual: `${report?.numPassedTests ?? 0} tests passed`,
  });
});

function listFailedTests(report: TestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap(({ message, assertionResults }) => [
    ...(message === '' ? [] : [toLine(message)]),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName.trim()}: ${toLine(failureMessages[0] ?? '')}`),
  ]);
}

function runVitest(args: readonly string[]): Promise<{ code: number | string; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [vitest, ...args], options, (error, stdout, stderr) => {
      process.off('exit', stop);
      resolve({ code: error ? (error.code ?? 'a signal') : 0, stdout, stderr });
    });
    const stop = () => child.kill('SIGKILL');
    process.once('exit', stop);
  });
}

const toLine = (text: string): string => text.split('\n')[0]?.slice(0, 300) ?? '';
