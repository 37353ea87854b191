import type { Cause } from '../../model/result/cause.js';
import { Doubt } from '../../rule/finding.js';

/** Why something came to nothing that may well come to something when it is tried once more. */
export const isPassing = (cause: Cause): boolean => cause === 'no-answer' || cause === 'refused' || cause === 'noise';

/** How often what must succeed before anything can be judged is tried. */
const tries = 3;

/** Does something, and once more where it ended in a doubt that may pass. Throws the last Doubt. */
export async function persist<T>(go: () => Promise<T>): Promise<T> {
  for (let i = 1; ; i += 1) {
    try {
      return await go();
    } catch (error) {
      if (!(error instanceof Doubt) || !isPassing(error.reason) || i === tries) throw error;
    }
  }
}
