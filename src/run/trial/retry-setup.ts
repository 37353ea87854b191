import type { Cause } from '../../model/result/cause.js';
import { InconclusiveError } from '../../rule/finding.js';

/** Whether a cause is transient, so that a retry may succeed. */
export const isTransientCause = (cause: Cause): boolean =>
  cause === 'no-answer' || cause === 'refused' || cause === 'noise';

/** Maximum number of attempts of a setup step. */
const maxTries = 3;

/** Runs a setup step, and retries it after a transient {@link InconclusiveError}. Throws the last one. */
export async function retrySetup<T>(go: () => Promise<T>): Promise<T> {
  for (let i = 1; ; i += 1) {
    try {
      return await go();
    } catch (error) {
      if (!(error instanceof InconclusiveError) || !isTransientCause(error.reason) || i === maxTries) throw error;
    }
  }
}

/** Creates what handles an {@link InconclusiveError}, and rethrows every other error. */
export const ifInconclusive =
  <T>(handle: (error: InconclusiveError) => T) =>
  (error: unknown): T => {
    if (!(error instanceof InconclusiveError)) throw error;
    return handle(error);
  };
