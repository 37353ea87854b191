import type { GatePolicy } from '../model/result/gate-policy.js';
import type { Report, Result } from '../model/result/report.js';
import { escapeControlCharacters } from '../report/text/escape-control-characters.js';
import type { Session } from './session.js';
import { concludeTest } from './test-outcome.js';
import type { RunningTest, TestGroup } from './test-runner.js';
import { type RunFacts, Violation } from './violation-error.js';
import { checkPartialRun, checkWholeRun, type ReportedResults } from './whole-run-tests.js';

/** A rule and its subject. */
export interface PlannedTest {
  readonly rule: string;
  readonly subject: string;
}

/** The tests to create, and their audit. */
export interface Registration {
  readonly name: string;
  readonly planned: readonly PlannedTest[];
  readonly session: Session;
  readonly facts: RunFacts;
  readonly policy: GatePolicy;
  /** Maximum duration of a run in milliseconds, and so of each test. */
  readonly timeoutMs: number;
  readonly onReport: ((report: Report) => unknown) | undefined;
  close(): Promise<void>;
}

/** Creates a test for each planned check, one for the run as a whole, and the cleanup. */
export function createTestGroup({
  name,
  planned,
  session,
  facts,
  policy,
  timeoutMs,
  onReport,
  close,
}: Registration): TestGroup {
  const named = new Map(planned.map((one) => [formatTestName(one), one]));
  const said: ReportedResults = { isRegistered: (one) => named.has(formatTestName(one)), policy };
  let isLookedAt = false;
  const checks = [...named].map(([title, { rule, subject }]) => ({
    title,
    run: (running: RunningTest) =>
      duringSession(session, running, named, async () =>
        reportConclusion(await session.result(rule, subject), running, facts, policy),
      ),
  }));
  const whole = {
    title: wholeRunName,
    run(running: RunningTest) {
      isLookedAt = true;
      return duringSession(session, running, named, async () => checkWholeRun(await session.report(), running, said));
    },
  };
  return {
    name: escapeControlCharacters(name),
    tests: [...checks, whole],
    timeoutMs,
    async end() {
      try {
        const report = await session.end();
        if (report === undefined) return;
        await onReport?.(report);
        if (!isLookedAt) checkPartialRun(report, said);
      } finally {
        await close();
      }
    },
  };
}

const wholeRunName = 'the run as a whole';

const formatTestName = ({ rule, subject }: PlannedTest): string =>
  escapeControlCharacters(subject === '-' ? rule : `${rule} [${subject}]`);

/**
 * Starts the audit if no test did, with the rules of the selected tests only. The signal counts while the test runs:
 * `node:test` aborts that of each test at its end.
 */
async function duringSession(
  session: Session,
  { selected = [], signal }: RunningTest,
  named: ReadonlyMap<string, PlannedTest>,
  check: () => Promise<void>,
): Promise<void> {
  const isAll = selected.length === 0 || selected.includes(wholeRunName);
  const rules = selected.flatMap((title) => named.get(title)?.rule ?? []);
  session.begin(isAll ? undefined : [...new Set(rules)]);
  signal?.addEventListener('abort', session.abort, { once: true });
  try {
    await check();
  } finally {
    signal?.removeEventListener('abort', session.abort);
  }
}

function reportConclusion(
  result: Result | undefined,
  { skip }: RunningTest,
  facts: RunFacts,
  policy: GatePolicy,
): void {
  const conclusion = concludeTest(result, policy);
  if (conclusion.is === 'skipped') skip(conclusion.why);
  if (conclusion.is === 'failed') throw new Violation(conclusion.result, facts);
}
