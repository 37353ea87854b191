import type { Tape } from '../http/tape.js';

/** Measures how long the service took for the requests of each trial. */
export interface TrialTimes {
  readonly tape: Tape;
  /** Time between sending and receiving, over all requests of a trial so far, in milliseconds; undefined without a request. */
  getMs(rule: string, subject: string): number | undefined;
}

/** Wraps a tape, and adds up the times of requests by trial. Requests of one trial side by side count one by one. */
export function measureTrialTimes(tape: Tape): TrialTimes {
  const trials = new Map<number, string>();
  const spent = new Map<string, number>();
  const end = (n: number, ms: number) => {
    const trial = trials.get(n);
    trials.delete(n);
    if (trial !== undefined) spent.set(trial, (spent.get(trial) ?? 0) + ms);
  };
  return {
    tape: {
      ...tape,
      sent(n, trial, ...rest) {
        tape.sent(n, trial, ...rest);
        if (trial !== undefined) trials.set(n, trial);
      },
      got(n, ms, ...rest) {
        tape.got(n, ms, ...rest);
        end(n, ms);
      },
      silent(n, ms, why) {
        tape.silent(n, ms, why);
        end(n, ms);
      },
    },
    getMs(rule, subject) {
      const ms = spent.get(`${rule}@${subject}`);
      return ms === undefined ? undefined : Math.round(ms);
    },
  };
}
