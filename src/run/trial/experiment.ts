import type { RawExchange, Exchange as SentExchange } from '../../http/exchange.js';
import { isTransient } from '../../limits/classify-answer.js';
import { Doubt, type Finding } from '../../rule/finding.js';
import type { Rule } from '../../rule/rule.js';
import type { Judging, Tools } from '../../rule/tools.js';
import type { Wire } from '../tools/case-client.js';
import { solid } from './deep-freeze.js';
import { isPassing } from './retry-setup.js';

/** One case, tried once: what the rule said, and what was sent and heard. */
export interface Tried {
  readonly finding: Finding;
  readonly seen: readonly (SentExchange | RawExchange)[];
  /** Whether the finding rests on what is known to change by itself. */
  readonly hasLeant: boolean;
}

/** Whether a case came to nothing because it was not answered, whatever the rule made of that: somebody on the way had trouble. */
export const isUnanswered = ({ finding, seen }: Tried): boolean =>
  finding.verdict === 'inconclusive' &&
  (finding.cause === 'no-answer' || (finding.cause !== 'budget' && seen.some(isTransient)));

/** Whether a case came to nothing for reasons that may pass. */
export const isOpenForNow = (tried: Tried): boolean =>
  isUnanswered(tried) || (tried.finding.verdict === 'inconclusive' && isPassing(tried.finding.cause));

/** Everything one case is tried with; a new one for every case. */
export interface Setting {
  readonly wire: Wire;
  readonly tools: Tools;
  readonly judging: Judging;
  /** Why nothing is known of what changes by itself, when nothing is. */
  readonly unlearned?: string | undefined;
}

/**
 * Runs `when` and `then` of a rule on one drawn value, which neither can change: it is drawn once, and shrunk, tried again
 * and shown. A Doubt ends the case undecided; any other throw is the kit's fault.
 */
export async function experiment(rule: Rule, value: unknown, setting: Setting): Promise<Tried> {
  const { wire, tools, judging, unlearned } = setting;
  try {
    const seen = await rule.when(solid(value), tools);
    const leaning = leaningOn(judging);
    const finding = checked(rule.then(seen, leaning.judging));
    const isUnproven = finding.verdict === 'violated' && unlearned !== undefined && leaning.hasLeant();
    return { finding: isUnproven ? unproven(unlearned) : finding, seen: wire.seen, hasLeant: leaning.hasLeant() };
  } catch (error) {
    if (!(error instanceof Doubt)) throw error;
    const finding = { verdict: 'inconclusive', cause: error.reason, why: error.why } as const;
    return { finding, seen: wire.seen, hasLeant: false };
  }
}

const unproven = (why: string): Finding => ({
  verdict: 'inconclusive',
  cause: 'noise',
  why: `it differs, and what changes by itself could not be learned: ${why}`,
});

/** The same judging, and whether it was asked for what changes by itself. */
function leaningOn(judging: Judging): { readonly judging: Judging; hasLeant(): boolean } {
  let hasLeant = false;
  const lean =
    <A, R>(ask: (asked: A) => R) =>
    (asked: A): R => {
      hasLeant = true;
      return ask(asked);
    };
  const { steady, settled, isVolatile } = judging;
  const heeding = { ...judging, steady: lean(steady), settled: lean(settled), isVolatile: lean(isVolatile) };
  return { judging: heeding, hasLeant: () => hasLeant };
}

const words: readonly unknown[] = ['held', 'violated', 'inconclusive'];

/** What is no finding must not be taken for a doubt: a `then` that forgets to return, or returns a promise, is broken. */
function checked(finding: Finding | undefined | null): Finding {
  if (finding && words.includes(finding.verdict)) return finding;
  const what = finding instanceof Promise ? 'a promise' : finding === undefined ? 'nothing' : typeof finding;
  throw new TypeError(`then() gave ${what}, and no finding: held, violated(…) or inconclusive(…)`);
}
