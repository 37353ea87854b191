import { formatErrorTrace } from './error-trace.js';

/** The stages of a run. An error in one stage does not lose the results of the others. */
export interface Stages {
  /** Resolves to the result of a stage, or to `instead` after an internal error in it. */
  stage<T>(go: () => Promise<T>, instead: T): Promise<T>;
  /** The same for a synchronous function. */
  value<T>(go: () => T, instead: T): T;
  /** The same for a callback of the caller: its error is recorded and changes nothing else. */
  notify(go: () => void): void;
  /** Traces of the errors in order, without duplicates. */
  errors(): readonly string[];
}

/** Creates stages without errors. */
export function createStages(): Stages {
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
    async stage(go, instead) {
      try {
        return await go();
      } catch (error) {
        keep(error);
        return instead;
      }
    },
    value,
    notify: (go) => value(go, undefined),
    errors: () => [...faults],
  };
}
