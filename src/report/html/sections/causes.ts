import type { Result } from '../../../model/result/report.js';

/** What a cause means, and what a person can do about it. */
export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

/** The explanation of why a result is undecided. */
export function explainCause({ verdict, cause }: Result): Explanation {
  if (verdict === 'errored') return kitErrorExplanation;
  if (cause?.startsWith('assumption:')) return assumptionExplanation;
  return explanations[cause ?? ''] ?? unknownExplanation;
}

const kitErrorExplanation: Explanation = {
  meaning: 'The kit broke while it looked.',
  remedy: 'this is a fault of the kit or of a rule of your own, not of the service: report it with report.json.',
};

const assumptionExplanation: Explanation = {
  meaning: 'It rests on a promise that was not kept here.',
  remedy: 'mend what it rests on; the next run decides this one too.',
};

const unknownExplanation: Explanation = {
  meaning: 'No reason was given.',
  remedy: 'run again, with fewer rules by --only.',
};

const explanations: Readonly<Record<string, Explanation>> = {
  setup: {
    meaning: 'What the rule needs could not be made ready.',
    remedy:
      'see what the service answered to the first request; a body that it accepts, named in the profile, is what is missing most often.',
  },
  'no-usable-case': {
    meaning: 'No case came about that could have shown anything.',
    remedy:
      'bring about what is missing, or declare in the profile what would show it; where chance never met it, give the run more cases (--cases).',
  },
  'not-reproduced': {
    meaning: 'It was seen once, and not again on fresh resources.',
    remedy:
      'run again with the same --seed while nobody else writes; if it comes and goes, look for a race in the service.',
  },
  'no-answer': {
    meaning: 'The service did not answer in time.',
    remedy: 'see whether it was up, and run again with less at once (--concurrency, --rate).',
  },
  budget: {
    meaning: 'Requests or time ran out before it was decided.',
    remedy: 'raise --max-requests or --max-time, or try fewer rules at a time (--only).',
  },
  noise: {
    meaning: 'Something changes by itself, so that an effect cannot be told from it.',
    remedy: 'name the member in resources[].volatile if that is meant; if it is not, mend it first.',
  },
  refused: {
    meaning: 'The service refused what the rule has to do.',
    remedy: 'give the run credentials that may do it, or an environment where it may be done.',
  },
};
