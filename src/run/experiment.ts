import type { RawExchange, Exchange as SentExchange } from '../http/index.js';
import type { Trial } from '../plan/index.js';
import { Doubt, type Finding, type Judging, type Tools } from '../rule/index.js';
import { solid } from './solid.js';
import type { Wire } from './wire.js';

/** One case, tried once: what the rule said, and what was sent and heard. */
export interface Tried {
  readonly finding: Finding;
  readonly seen: readonly (SentExchange | RawExchange)[];
}

/** Everything one case is tried with; a new one for every case. */
export interface Setting {
  readonly wire: Wire;
  readonly tools: Tools;
  readonly judging: Judging;
}

/**
 * Runs `when` and `then` of a rule on one drawn value, which neither can change: it is drawn once, and shrunk, tried again
 * and shown. A Doubt ends the case undecided; any other throw is the kit's fault.
 */
export async function experiment(trial: Trial, value: unknown, { wire, tools, judging }: Setting): Promise<Tried> {
  try {
    const seen = await trial.declared.when(solid(value), tools);
    return { finding: checked(trial.declared.then(seen, judging)), seen: wire.seen };
  } catch (error) {
    if (!(error instanceof Doubt)) throw error;
    return { finding: { verdict: 'inconclusive', cause: error.reason, why: error.why }, seen: wire.seen };
  }
}

const words: readonly unknown[] = ['held', 'violated', 'inconclusive'];

/** What is no finding must not be taken for a doubt: a `then` that forgets to return, or returns a promise, is broken. */
function checked(finding: Finding | undefined | null): Finding {
  if (finding && words.includes(finding.verdict)) return finding;
  const what = finding instanceof Promise ? 'a promise' : finding === undefined ? 'nothing' : typeof finding;
  throw new TypeError(`then() gave ${what}, and no finding: held, violated(…) or inconclusive(…)`);
}
