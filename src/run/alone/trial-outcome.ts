import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';
import type { TriedCase } from '../trial/experiment.js';

/** A trial by its rule and its subject: the same while its subject has the items above it, and before. */
export const nameTrial = ({ rule, subject }: Pick<Trial, 'rule' | 'subject'>): string => `${rule}@${subject.name}`;

/** What a trial without a decided case has. */
export const nothingTried = { cases: 0, corners: 0, requests: 0, notes: [] } as const;

/** What an outcome is that assumes the rule of a violated trial; `where` and `more` say more of the violation. */
export const createAssumption = ({ rule }: Pick<Trial, 'rule'>, rules: RulesById, where = '', more = '') =>
  ({
    verdict: 'inconclusive',
    cause: `assumption:${rule}`,
    why: `inconclusive until "${getRule(rules, rule).title}"${where} is fixed${more}`,
  }) as const;

/** A violation that was seen and not reproduced. */
export interface UnrepeatedViolation {
  /** The generated value. */
  readonly value: unknown;
  /** What other trials wrote during the case; undefined when it ran alone. */
  readonly company: TriedCase['company'];
}

/** The outcome of a trial, and the violation that was not reproduced. */
export type TrialOutcome = Outcome & { readonly unrepeated?: UnrepeatedViolation };

export const omitUnrepeated = ({ unrepeated: _, ...outcome }: TrialOutcome): Outcome => outcome;
