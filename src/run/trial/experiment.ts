import type { SentExchange, SentRawExchange } from '../../http/exchange.js';
import { isTransient } from '../../limits/classify-answer.js';
import { type Finding, InconclusiveError } from '../../rule/finding.js';
import type { Rule } from '../../rule/rule.js';
import type { JudgingTools, Tools } from '../../rule/tools.js';
import type { CaseClient } from '../tools/case-client.js';
import { deepFreeze } from './deep-freeze.js';
import { isTransientCause } from './retry-setup.js';

/** One case, tried once: what the rule said, and what was sent and heard. */
export interface TriedCase {
  readonly finding: Finding;
  readonly seen: readonly (SentExchange | SentRawExchange)[];
  /** Whether the finding rests on what is known to change by itself. */
  readonly hasUsedNoise: boolean;
}

/** Whether a case came to nothing because it was not answered, whatever the rule made of that: somebody on the way had trouble. */
export const isUnanswered = ({ finding, seen }: TriedCase): boolean =>
  finding.verdict === 'inconclusive' &&
  (finding.cause === 'no-answer' || (finding.cause !== 'budget' && seen.some(isTransient)));

/** Whether a case came to nothing for reasons that may pass. */
export const isRetryable = (tried: TriedCase): boolean =>
  isUnanswered(tried) || (tried.finding.verdict === 'inconclusive' && isTransientCause(tried.finding.cause));

/** Everything one case is tried with; a new one for every case. */
export interface CaseContext {
  readonly client: CaseClient;
  readonly tools: Tools;
  readonly judging: JudgingTools;
  /** Why nothing is known of what changes by itself, when nothing is. */
  readonly noiseProblem?: string | undefined;
}

/**
 * Runs `when` and `then` of a rule on one drawn value, which neither can change: it is drawn once, and shrunk, tried again
 * and shown. A Doubt ends the case undecided; any other throw is the kit's fault.
 */
export async function runExperiment(rule: Rule, value: unknown, setting: CaseContext): Promise<TriedCase> {
  const { client, tools, judging, noiseProblem } = setting;
  try {
    const seen = await rule.when(deepFreeze(value), tools);
    const leaning = watchNoiseUse(judging);
    const finding = checkFinding(rule.then(seen, leaning.judging));
    const isUnproven = finding.verdict === 'violated' && noiseProblem !== undefined && leaning.hasLeant();
    return {
      finding: isUnproven ? createUnprovenFinding(noiseProblem) : finding,
      seen: client.seen,
      hasUsedNoise: leaning.hasLeant(),
    };
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    const finding = { verdict: 'inconclusive', cause: error.reason, why: error.why } as const;
    return { finding, seen: client.seen, hasUsedNoise: false };
  }
}

const createUnprovenFinding = (why: string): Finding => ({
  verdict: 'inconclusive',
  cause: 'noise',
  why: `it differs, and what changes by itself could not be learned: ${why}`,
});

/** The same judging, and whether it was asked for what changes by itself. */
function watchNoiseUse(judging: JudgingTools): { readonly judging: JudgingTools; hasLeant(): boolean } {
  let hasLeant = false;
  const lean =
    <A, R>(ask: (asked: A) => R) =>
    (asked: A): R => {
      hasLeant = true;
      return ask(asked);
    };
  const { withoutNoise, withoutBookkeeping, isVolatile } = judging;
  const heeding = {
    ...judging,
    withoutNoise: lean(withoutNoise),
    withoutBookkeeping: lean(withoutBookkeeping),
    isVolatile: lean(isVolatile),
  };
  return { judging: heeding, hasLeant: () => hasLeant };
}

const verdictWords: readonly unknown[] = ['held', 'violated', 'inconclusive'];

/** What is no finding must not be taken for a doubt: a `then` that forgets to return, or returns a promise, is broken. */
function checkFinding(finding: Finding | undefined | null): Finding {
  if (finding && verdictWords.includes(finding.verdict)) return finding;
  const what = finding instanceof Promise ? 'a promise' : finding === undefined ? 'nothing' : typeof finding;
  throw new TypeError(`then() gave ${what}, and no finding: held, violated(…) or inconclusive(…)`);
}
