import type { Result } from '../../../model/result/report.js';

/** The meaning of a cause, and what to do about it. */
export interface Explanation {
  readonly meaning: string;
  readonly remedy: string;
}

/** Explains why a result is inconclusive or errored. */
export function explainCause({ verdict, cause }: Result): Explanation {
  if (verdict === 'errored') return kitErrorExplanation;
  if (cause?.startsWith('assumption:')) return assumptionExplanation;
  return explanations[cause ?? ''] ?? unknownExplanation;
}

const kitErrorExplanation: Explanation = {
  meaning: 'Assay failed during the check.',
  remedy: 'this is a bug of assay or of your own rule, not of the service: report it with report.json.',
};

const assumptionExplanation: Explanation = {
  meaning: 'The rule assumes another rule, which was violated here.',
  remedy: 'fix that violation first; the next run then gives this rule a verdict.',
};

const unknownExplanation: Explanation = {
  meaning: 'No reason was given.',
  remedy: 'run again, with fewer rules (--only).',
};

const explanations: Readonly<Record<string, Explanation>> = {
  setup: {
    meaning: 'The setup of the rule failed.',
    remedy:
      'check how the service answered the first request. Most often the profile needs a request body that the service accepts.',
  },
  'no-usable-case': {
    meaning: 'No generated case could decide the rule.',
    remedy:
      'create the missing situation, or declare it in the profile; if no generated value led to it, use more cases (--cases).',
  },
  'not-reproduced': {
    meaning: 'It was observed once, and could not be reproduced on fresh items.',
    remedy:
      'run again with the same --seed while no other client writes; if it occurs sometimes, look for a race condition in the service.',
  },
  'no-answer': {
    meaning: 'The service did not respond in time.',
    remedy: 'check that the service was running, and run again with a lower --concurrency or --rate.',
  },
  budget: {
    meaning: 'The limit of requests or time was reached before a verdict.',
    remedy: 'raise --max-requests or --max-time, or check fewer rules at a time (--only).',
  },
  noise: {
    meaning: 'A value changes without any request, so an effect of the request cannot be distinguished.',
    remedy: 'if that is intended, name the member in resources[].volatile; otherwise fix it first.',
  },
  refused: {
    meaning: 'The service refused a request that the rule needs.',
    remedy: 'use credentials with the required rights, or another environment.',
  },
};
