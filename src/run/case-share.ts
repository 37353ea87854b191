import type { Plan, Trial } from '../model/result/plan.js';
import type { RunContext } from './run-context.js';

/** The number of cases to which the estimated requests of a rule refer. */
const estimatedCases = 10;
/** The fewest cases of a check where little is left. */
const minCases = 2;
/** How many requests a run sends for each estimated one, until its own ratio is known: it counts as much as this part of all of them. */
const usual = { ratio: 1.5, part: 0.1 } as const;

/** Shares what is left of the requests and the time of a run among its trials, so that the cases of the first ones take none from the last. */
export class CaseShare {
  /** The estimated requests of the trials that have not begun, and of those that have. */
  #ahead = 0;
  #begun = 0;
  readonly #weight: number;
  readonly #sentBefore: number;

  constructor(
    private readonly site: Pick<RunContext, 'cases' | 'estimateCost' | 'meter'>,
    trials: Plan['trials'],
  ) {
    for (const trial of trials) this.#ahead += this.estimate(trial);
    this.#weight = this.#ahead * usual.part;
    this.#sentBefore = site.meter.sent();
  }

  /** The number of cases of the next trial. */
  take(trial: Trial): number {
    const { cases, meter } = this.site;
    const ratio =
      (meter.sent() - this.#sentBefore + usual.ratio * this.#weight) / Math.max(1, this.#begun + this.#weight);
    const share = meter.computeShare((this.#ahead * ratio * cases) / estimatedCases);
    const taken = share >= 1 ? cases : Math.max(Math.min(minCases, cases), Math.floor(cases * share));
    const cost = this.estimate(trial);
    this.#ahead = Math.max(0, this.#ahead - cost);
    this.#begun += (cost * taken) / estimatedCases;
    return taken;
  }

  private estimate({ rule }: Trial): number {
    return this.site.estimateCost?.(rule) ?? 1;
  }
}

/** What a check says that had fewer cases than wanted. */
export const describeShare = (taken: number, cases: number): string =>
  `${taken} of ${cases} cases were tried, so that the requests and the time that were left sufficed for all checks (limits.maxRequests, limits.maxSeconds)`;
