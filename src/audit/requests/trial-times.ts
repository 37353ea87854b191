import type { TapeObserver } from '../../http/observe-tape.js';
import { getHeader } from '../../model/exchange.js';
import { countRequests, type RequestCounts } from './split-requests.js';

/** Measures how long the service took for the requests of each trial, and counts requests by suite and purpose. */
export interface TrialTimes extends TapeObserver {
  /** Time between sending and receiving, over all requests of a trial so far, in milliseconds; undefined without a request. */
  getMs(rule: string, subject: string): number | undefined;
  readonly splitRequests: RequestCounts['split'];
}

/** Adds up the times of requests by trial. Requests of one trial side by side count one by one. */
export function measureTrialTimes(): TrialTimes {
  const spent = new Map<string, number>();
  const counts = countRequests();
  return {
    onSent: ({ trial, role, request }) => counts.recordSent(trial, role, request.url),
    onEnd({ trial, request, end }) {
      if (trial !== undefined) spent.set(trial, (spent.get(trial) ?? 0) + (end?.ms ?? 0));
      const location = getHeader(end?.answer, 'location');
      const url = location === undefined ? undefined : resolveLocation(location, request.url);
      if (url !== undefined) counts.recordCreated(trial, url);
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
