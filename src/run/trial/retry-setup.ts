import type { Cause } from '../../model/result/cause.js';
import { InconclusiveError } from '../../rule/finding.js';

/** Why something came to nothing that may well come to something when it is tried once more. */
export const isTransientCause = (cause: Cause): boolean =>
  cause === 'no-answer' || cause === 'refused' || cause === 'noise';

/** How often what must succeed before anything can be judged is tried. */
const maxTries = 3;

/** Does something, and once more where it ended in a doubt that may pass. Throws the last Doubt. */
export async function retrySetup<T>(go: () => Promise<T>): Promise<T> {
  for (let i = 1; ; i += 1) {
    try {
      return await go();
    } catch (error) {
      if (!(error instanceof InconclusiveError) || !isTransientCause(error.reason) || i === maxTries) throw error;
    }
  }
}
