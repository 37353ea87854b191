import { type GatePolicy, isFailing } from '../model/result/gate-policy.js';
import type { Report, Result } from '../model/result/report.js';
import { escapeControlCharacters } from '../report/text/escape-control-characters.js';
import { describeReason, describeRemedy, formatWaiver, listRemarks } from '../report/text/report-words.js';
import type { Session } from './session.js';
import type { RunningTest, TestGroup } from './test-runner.js';
import { type RunFacts, Violation } from './violation-error.js';

export interface PlannedTest {
  readonly rule: string;
  readonly subject: string;
}

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
export function createTestGroup(registration: Registration): TestGroup {
  const { name, planned, session, facts, policy, timeoutMs, onReport, close } = registration;
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

function reportConclusion(result: Result | undefined, { skip }: RunningTest, facts: RunFacts, policy: GatePolicy) {
  const conclusion = concludeTest(result, policy);
  if (conclusion.is === 'skipped') skip(conclusion.why);
  if (conclusion.is === 'failed') throw new Violation(conclusion.result, facts);
}

interface ReportedResults {
  isRegistered(result: Result): boolean;
  readonly policy: GatePolicy;
}

/** Fails if the run failed for a reason that no test of a single result reports; names the items that were not removed. */
export function checkWholeRun(report: Report, { skip }: Pick<RunningTest, 'skip'>, said: ReportedResults): void {
  const reasons = listUnreportedReasons(report, said);
  const left = listLeftovers(report);
  if (reasons.length > 0) throw new GateFailedError([...reasons, ...left]);
  if (left.length > 0) skip(escapeControlCharacters(left.join('')));
}

/**
 * Checks a run of selected tests. Fails if the service stopped answering or assay failed, because the selected tests may have
 * been skipped for that reason.
 */
export function checkPartialRun(report: Report, said: ReportedResults): void {
  const isLost = report.gate.exit === 3 || report.gate.exit === 4 || report.harm !== undefined;
  const reasons = isLost ? listUnreportedReasons(report, said) : [];
  if (reasons.length > 0) throw new GateFailedError([...reasons, ...listLeftovers(report)]);
}

function listLeftovers({ leftovers }: Report): string[] {
  const left = leftovers.map(({ url, why }) => `${url} (${why})`);
  return left.length > 0 ? [`created items still exist: ${left.join('; ')}`] : [];
}

/** The run failed for reasons that no single result has. */
class GateFailedError extends Error {
  override readonly name = 'GateFailedError';
  constructor(reasons: readonly string[]) {
    super(reasons.map(escapeControlCharacters).join('\n'));
    this.stack = `${this.name}: ${this.message}`;
  }
}

function listUnreportedReasons({ gate, results }: Report, { isRegistered, policy }: ReportedResults) {
  if (gate.open) return [];
  const red = results.filter((result) => concludeTest(result, policy).is === 'failed');
  if (red.length === 0) return gate.reasons;
  const isOfOneResult = (reason: string) => /^(violated|inconclusive) (MUST|SHOULD)/.test(reason);
  const unheard = red.filter((result) => !isRegistered(result));
  return [
    ...gate.reasons.filter((reason) => !isOfOneResult(reason)),
    ...unheard.map(
      ({ rule, subject, evidence, title }) =>
        `${rule} [${subject}], found during the run: ${evidence?.summary ?? title}`,
    ),
  ];
}

/** The outcome of a test: passed, skipped with a reason, or failed. */
export type TestConclusion =
  | { readonly is: 'passed' }
  | { readonly is: 'skipped'; readonly why: string }
  | { readonly is: 'failed'; readonly result: Result };

/** Fails a test whose result fails the run, passes it if the rule held, and skips it with the reason otherwise. A missing result means that nothing was checked. */
export function concludeTest(result: Result | undefined, policy: GatePolicy): TestConclusion {
  if (result === undefined) return createSkipped('not-applicable: the run found no subject for the rule');
  const { verdict, waived, level } = result;
  if (verdict === 'held') return { is: 'passed' };
  if (verdict === 'errored') return { is: 'failed', result };
  if (waived) return createSkipped(formatWaiver(waived));
  if (isFailing(result, policy)) return { is: 'failed', result };
  if (verdict === 'violated')
    return createSkipped(
      `violated, which does not fail the run (${[level, ...listRemarks(result)].join(', ')}): ${result.evidence?.summary ?? result.title}`,
    );
  return createSkipped(`${verdict}: ${describeReason(result)}${describeRemedy(result)}`);
}

const createSkipped = (why: string): TestConclusion => ({ is: 'skipped', why: escapeControlCharacters(why) });
