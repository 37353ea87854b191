import type { Report, Result } from '../model/result/report.js';

/** Results that tests wait for, one by one, while a run continues. */
export interface AwaitedResults {
  /** Returns the result of a rule on a subject; undefined if the run has none at its end. */
  result(rule: string, subject: string): Promise<Result | undefined>;
  record(result: Result): void;
  /** Ends the run: pending results are taken from the report. */
  finish(report: Report): void;
  /** Ends the run without a report. */
  failed(error: unknown): void;
}

/** Creates the collection without results. */
export function createAwaitedResults(): AwaitedResults {
  const known = new Map<string, Deferred>();
  let settle: ((one: Deferred) => void) | undefined;
  const at = (rule: string, subject: string): Deferred => {
    const key = JSON.stringify([rule, subject]);
    const found = known.get(key) ?? createDeferred();
    known.set(key, found);
    settle?.(found);
    return found;
  };
  const end = (how: (one: Deferred) => void) => {
    settle = how;
    for (const one of known.values()) how(one);
  };
  return {
    result: (rule, subject) => at(rule, subject).promise,
    record: (result) => at(result.rule, result.subject).resolve(result),
    finish(report) {
      for (const result of report.results) at(result.rule, result.subject).resolve(result);
      end(({ resolve }) => resolve(undefined));
    },
    failed: (error) => end(({ reject }) => reject(error)),
  };
}

interface Deferred {
  readonly promise: Promise<Result | undefined>;
  resolve(result: Result | undefined): void;
  reject(error: unknown): void;
}

function createDeferred(): Deferred {
  let resolve: Deferred['resolve'] = () => {};
  let reject: Deferred['reject'] = () => {};
  const promise = new Promise<Result | undefined>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // No test may be waiting when a run fails.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
