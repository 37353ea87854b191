import { afterAll, describe, type TestContext, test } from 'vitest';
import type { Report, Result } from '../model/result/report.js';
import { visible } from '../report/text/escape-control-characters.js';
import type { Session } from './session.js';
import { conclude } from './test-outcome.js';
import { type RunFacts, Violation } from './violation-error.js';
import { lookAtPart, lookAtWhole, type Said } from './whole-run-tests.js';

/** A rule and what it will meet. */
export interface Planned {
  readonly rule: string;
  readonly subject: string;
}

/** What is registered, and what it is asked of. */
export interface Registration {
  readonly name: string;
  readonly planned: readonly Planned[];
  readonly session: Session;
  readonly facts: RunFacts;
  readonly isStrict: boolean;
  /** How long a run may take, and so the longest that any test waits. */
  readonly timeoutMs: number;
  readonly onReport: ((report: Report) => unknown) | undefined;
  close(): Promise<void>;
}

/** Registers a test for each planned rule and subject, one for the run as a whole, and what comes after them all. */
export function register({ name, planned, session, facts, isStrict, timeoutMs, onReport, close }: Registration): void {
  const timeout = timeoutMs;
  const named = new Map(planned.map((one) => [nameOf(one), one]));
  const said: Said = { isRegistered: (one) => named.has(nameOf(one)), isStrict };
  let isLookedAt = false;
  afterAll(async () => {
    try {
      const report = await session.end();
      if (report === undefined) return;
      await onReport?.(report);
      if (!isLookedAt) lookAtPart(report, said);
    } finally {
      await close();
    }
  }, timeoutMs);
  describe(visible(name), () => {
    for (const [title, { rule, subject }] of named) {
      test(title, { timeout }, async (context) => {
        await join(session, context, named);
        tell(await session.result(rule, subject), context, facts, isStrict);
      });
    }
    test(whole, { timeout }, async (context) => {
      isLookedAt = true;
      await join(session, context, named);
      lookAtWhole(await session.report(), context, said);
    });
  });
}

const whole = 'the run as a whole';

const nameOf = ({ rule, subject }: Planned): string => visible(subject === '-' ? rule : `${rule} [${subject}]`);

/** Begins the audit where no test did, of what is wanted of it: a test that is left out by its name is tried by nobody. */
async function join(session: Session, { task, signal }: TestContext, named: ReadonlyMap<string, Planned>) {
  const siblings = task.suite?.tasks ?? [];
  const wanted = siblings.filter(({ mode }) => mode !== 'skip' && mode !== 'todo').map((sibling) => sibling.name);
  const isAll = wanted.length === 0 || wanted.includes(whole);
  const rules = wanted.flatMap((title) => named.get(title)?.rule ?? []);
  session.begin(isAll ? undefined : [...new Set(rules)]);
  // Older runners know no signal.
  (signal as AbortSignal | undefined)?.addEventListener('abort', session.abort, { once: true });
}

function tell(result: Result | undefined, { skip }: TestContext, facts: RunFacts, isStrict: boolean): void {
  const conclusion = conclude(result, isStrict);
  if (conclusion.is === 'skipped') skip(conclusion.why);
  if (conclusion.is === 'failed') throw new Violation(conclusion.result, facts);
}
