import { formatErrorTrace } from './error-trace.js';

/** The stages of a run. An error in one stage does not lose the results of the others. */
export function createStages() {
  const faults = new Set<string>();
  const keep = (error: unknown) => void faults.add(formatErrorTrace(error));
  const value = <T>(go: () => T, instead: T): T => {
    try {
      return go();
    } catch (error) {
      keep(error);
      return instead;
    }
  };
  return {
    /** Resolves to the result of a stage, or to `instead` after an internal error in it. */
    async stage<T>(go: () => Promise<T>, instead: T): Promise<T> {
      try {
        return await go();
      } catch (error) {
        keep(error);
        return instead;
      }
    },
    /** The same for a synchronous function. */
    value,
    /** The same for a callback of the caller: its error is recorded and changes nothing else. */
    notify: (go: () => void) => value(go, undefined),
    /** Traces of the errors in order, without duplicates. */
    errors: () => [...faults],
  };
}

export type Stages = ReturnType<typeof createStages>;
