import { formatErrorTrace } from './error-trace.js';

/** The stages of a run, of which none takes down what the others found out. */
export interface Stages {
  /** What a stage gives, or `instead` where the kit itself fails in it. */
  stage<T>(go: () => Promise<T>, instead: T): Promise<T>;
  /** As a stage, for what is known at once. */
  value<T>(go: () => T, instead: T): T;
  /** As a stage, for what is told to somebody else: their failure is kept, and changes nothing. */
  notify(go: () => void): void;
  /** Traces of what failed, in order; the same one once. */
  errors(): readonly string[];
}

/** Begins without errors. */
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
