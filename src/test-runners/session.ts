import { type AuditOptions, audit } from '../api/audit.js';
import type { Profile } from '../model/profile/profile.js';
import type { Report, Result } from '../model/result/report.js';

export interface Session {
  /** Starts the audit unless it has started; `rules` are the rules to check, undefined means all. */
  begin(rules: readonly string[] | undefined): void;
  result(rule: string, subject: string): Promise<Result | undefined>;
  report(): Promise<Report>;
  /** Stops the audit in order: created items are removed. */
  abort(): void;
  /** Stops the audit if it is running, and waits for it; undefined if there is no complete report. */
  end(): Promise<Report | undefined>;
}

/** Prepares an audit of a service; no request is sent before it starts. */
export function createSession(profile: Profile, asked: AuditOptions): Session {
  const ending = new AbortController();
  const { signal } = asked;
  const waiting = createAwaitedResults();
  let running: Promise<Report> | undefined;
  let isThrough = false;
  const go = (only: readonly string[]) =>
    audit(
      { ...profile, only },
      {
        ...asked,
        signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
        onResult(result, done, of) {
          isThrough = done === of;
          waiting.record(result);
          asked.onResult?.(result, done, of);
        },
      },
    );
  const report = () => running ?? Promise.reject(new Error('the audit was not started'));
  return {
    begin(rules) {
      if (running !== undefined) return;
      running = go(rules ?? profile.only);
      running.then(waiting.finish, waiting.failed);
    },
    result: waiting.result,
    report,
    abort: () => ending.abort(),
    async end() {
      if (running === undefined) return undefined;
      const isWhole = isThrough;
      if (!isWhole) ending.abort();
      const ended = await running.catch(() => undefined);
      // Without any check, the audit ended before a result was reported.
      return isWhole || ended?.run.endedEarly === undefined ? ended : undefined;
    },
  };
}

/** Results that tests wait for, one by one, while a run continues. */
export function createAwaitedResults() {
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
    /** Returns the result of a rule on a subject; undefined if the run has none at its end. */
    result: (rule: string, subject: string) => at(rule, subject).promise,
    record: (result: Result) => at(result.rule, result.subject).resolve(result),
    /** Ends the run: pending results are taken from the report. */
    finish(report: Report) {
      for (const result of report.results) at(result.rule, result.subject).resolve(result);
      end(({ resolve }) => resolve(undefined));
    },
    failed: (error: unknown) => end(({ reject }) => reject(error)),
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
