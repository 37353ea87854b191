import type { Tape } from '../../http/tape.js';
import { getHeader } from '../../model/exchange.js';
import { countRequests, type RequestCounts } from './split-requests.js';

/** Measures how long the service took for the requests of each trial, and counts requests by suite and purpose. */
export interface TrialTimes {
  readonly tape: Tape;
  /** Time between sending and receiving, over all requests of a trial so far, in milliseconds; undefined without a request. */
  getMs(rule: string, subject: string): number | undefined;
  /** Splits the requests so far by suite and purpose. */
  readonly splitRequests: RequestCounts['split'];
}

/** Wraps a tape, and adds up the times of requests by trial. Requests of one trial side by side count one by one. */
export function measureTrialTimes(tape: Tape): TrialTimes {
  const open = new Map<number, { readonly trial: string | undefined; readonly url: string }>();
  const spent = new Map<string, number>();
  const counts = countRequests();
  const end = (n: number, ms: number) => {
    const sent = open.get(n);
    open.delete(n);
    if (sent?.trial !== undefined) spent.set(sent.trial, (spent.get(sent.trial) ?? 0) + ms);
    return sent;
  };
  return {
    tape: {
      ...tape,
      sent(n, trial, role, request, ...rest) {
        tape.sent(n, trial, role, request, ...rest);
        counts.recordSent(trial, role, request.url);
        open.set(n, { trial, url: request.url });
      },
      got(n, ms, answer, ...rest) {
        tape.got(n, ms, answer, ...rest);
        const sent = end(n, ms);
        const location = getHeader(answer, 'location');
        const url = sent === undefined || location === undefined ? undefined : resolveLocation(location, sent.url);
        if (url !== undefined) counts.recordCreated(sent?.trial, url);
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
    splitRequests: counts.split,
  };
}

/** A path without dots, empty segments and escapes needs no parser: it follows the origin as it is. */
function resolveLocation(location: string, sentUrl: string): string | undefined {
  const origin = /^https?:\/\/[^/?#]+/.exec(sentUrl)?.[0];
  if (origin !== undefined && /^(\/[\w-]+)+$/.test(location)) return origin + location;
  return URL.canParse(location, sentUrl) ? new URL(location, sentUrl).href : undefined;
}
