import { type AuditOptions, audit } from '../api/audit.js';
import type { Profile } from '../model/profile/profile.js';
import type { Report, Result } from '../model/result/report.js';
import { createAwaitedResults } from './awaited-results.js';

/** One audit, begun by the first test that wants to know of it. */
export interface Session {
  /** Begins, unless it has begun; `rules` are all that is wanted, undefined means everything. */
  begin(rules: readonly string[] | undefined): void;
  result(rule: string, subject: string): Promise<Result | undefined>;
  report(): Promise<Report>;
  /** Ends the audit in order: what was made is removed. */
  abort(): void;
  /** Ends what still goes on, and waits for it; undefined where there is no whole report. */
  end(): Promise<Report | undefined>;
}

/** Prepares an audit of a service; nothing is sent before it begins. */
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
  const report = () => running ?? Promise.reject(new Error('the audit was never begun'));
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
      // Where there was nothing to try, it was through before anything could be told.
      return isWhole || ended?.run.endedEarly === undefined ? ended : undefined;
    },
  };
}
