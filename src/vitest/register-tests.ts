import { afterAll, describe, type TestContext, test } from 'vitest';
import type { GatePolicy } from '../model/result/gate-policy.js';
import type { Report, Result } from '../model/result/report.js';
import { escapeControlCharacters } from '../report/text/escape-control-characters.js';
import type { Session } from './session.js';
import { concludeTest } from './test-outcome.js';
import { type RunFacts, Violation } from './violation-error.js';
import { checkPartialRun, checkWholeRun, type ReportedResults } from './whole-run-tests.js';

/** A rule and its subject. */
export interface PlannedTest {
  readonly rule: string;
  readonly subject: string;
}

/** The tests to register, and their audit. */
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

/** Registers a test for each planned check, one for the run as a whole, and the cleanup. */
export function registerTests({
  name,
  planned,
  session,
  facts,
  policy,
  timeoutMs,
  onReport,
  close,
}: Registration): void {
  const timeout = timeoutMs;
  const named = new Map(planned.map((one) => [formatTestName(one), one]));
  const said: ReportedResults = { isRegistered: (one) => named.has(formatTestName(one)), policy };
  let isLookedAt = false;
  afterAll(async () => {
    try {
      const report = await session.end();
      if (report === undefined) return;
      await onReport?.(report);
      if (!isLookedAt) checkPartialRun(report, said);
    } finally {
      await close();
    }
  }, timeoutMs);
  describe(escapeControlCharacters(name), () => {
    for (const [title, { rule, subject }] of named) {
      test(title, { timeout }, async (context) => {
        await beginSession(session, context, named);
        reportConclusion(await session.result(rule, subject), context, facts, policy);
      });
    }
    test(wholeRunName, { timeout }, async (context) => {
      isLookedAt = true;
      await beginSession(session, context, named);
      checkWholeRun(await session.report(), context, said);
    });
  });
}

const wholeRunName = 'the run as a whole';

const formatTestName = ({ rule, subject }: PlannedTest): string =>
  escapeControlCharacters(subject === '-' ? rule : `${rule} [${subject}]`);

/** Starts the audit if no test did, with the rules of the selected tests only. */
async function beginSession(session: Session, { task, signal }: TestContext, named: ReadonlyMap<string, PlannedTest>) {
  const siblings = task.suite?.tasks ?? [];
  const wanted = siblings.filter(({ mode }) => mode !== 'skip' && mode !== 'todo').map((sibling) => sibling.name);
  const isAll = wanted.length === 0 || wanted.includes(wholeRunName);
  const rules = wanted.flatMap((title) => named.get(title)?.rule ?? []);
  session.begin(isAll ? undefined : [...new Set(rules)]);
  // Older vitest versions pass no signal.
  (signal as AbortSignal | undefined)?.addEventListener('abort', session.abort, { once: true });
}

function reportConclusion(
  result: Result | undefined,
  { skip }: TestContext,
  facts: RunFacts,
  policy: GatePolicy,
): void {
  const conclusion = concludeTest(result, policy);
  if (conclusion.is === 'skipped') skip(conclusion.why);
  if (conclusion.is === 'failed') throw new Violation(conclusion.result, facts);
}
