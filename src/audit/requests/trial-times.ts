import type { TapedExchange } from '../../http/tape.js';
import { getHeader } from '../../model/exchange.js';
import { countRequests } from './split-requests.js';

/** How long the service took for the requests of each trial, and their number by suite and purpose. */
export type TrialTimes = ReturnType<typeof measureTrialTimes>;

/** Adds up the times of requests by trial. Requests of one trial side by side count one by one. */
export function measureTrialTimes() {
  const spent = new Map<string, number>();
  const counts = countRequests();
  return {
    onSent: ({ trial, role, request }: TapedExchange) => counts.recordSent(trial, role, request.url),
    onEnd({ trial, request, end }: TapedExchange) {
      if (trial !== undefined) spent.set(trial, (spent.get(trial) ?? 0) + (end?.ms ?? 0));
      const location = getHeader(end?.answer, 'location');
      const url = location === undefined ? undefined : resolveLocation(location, request.url);
      if (url !== undefined) counts.recordCreated(trial, url);
    },
    /** Time between sending and receiving, over all requests of a trial so far, in milliseconds; undefined without a request. */
    getMs(rule: string, subject: string) {
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
