import type { TapedExchange } from '../../http/tape.js';
import { getHeader } from '../../model/exchange.js';
import type { Outcome } from '../../model/result/outcome.js';
import { type RequestPurpose, requestPurposes, type SuiteRequests } from '../../model/result/request-split.js';

/** A trial, and after how many of its requests a violation was seen. */
export interface FoundOutcome extends Pick<Outcome, 'foundAfter'> {
  readonly trial: { readonly rule: string; readonly subject: { readonly name: string } };
}

/** The row of requests that serve all suites: survey, calibration, parent items and the final search. */
const shared = '-';

/** Counts the requests of a run by suite and purpose. */
export function countRequests() {
  /** For each trial, whether each of its requests was a control, in order. */
  const trials = new Map<string, boolean[]>();
  const others = new Map<string, { setup: number; cleanup: number }>();
  const suites = new Map<string, string>();
  const getSuite = createSuiteFinder();
  const add = (suite: string, purpose: 'setup' | 'cleanup') => {
    const row = others.get(suite) ?? { setup: 0, cleanup: 0 };
    row[purpose] += 1;
    others.set(suite, row);
  };
  return {
    recordSent(trial: string | undefined, role: string | undefined, url: string) {
      const suite = getSuite(trial);
      if (suite !== undefined && trial !== undefined) {
        suites.set(url, suite);
        const sent = trials.get(trial);
        if (sent === undefined) trials.set(trial, [role === 'control']);
        else sent.push(role === 'control');
      } else if (role === 'cleanup') add(suites.get(url) ?? shared, 'cleanup');
      else add(shared, trial?.startsWith('sweep@') ? 'cleanup' : 'setup');
    },
    recordCreated(trial: string | undefined, url: string) {
      const suite = getSuite(trial);
      if (suite !== undefined) suites.set(url, suite);
    },
    /** Splits the requests; the outcomes say after how many of them a violation was seen, also one that was not reproduced. */
    split(outcomes: readonly FoundOutcome[]): readonly SuiteRequests[] {
      const found = new Map<string, number | undefined>();
      for (const { trial, foundAfter } of outcomes) found.set(`${trial.rule}@${trial.subject.name}`, foundAfter);
      const rows = new Map<string, Record<RequestPurpose, number>>();
      const getRow = (suite: string) => {
        const row = rows.get(suite) ?? createRow();
        rows.set(suite, row);
        return row;
      };
      for (const [suite, { setup, cleanup }] of others) {
        getRow(suite).setup += setup;
        getRow(suite).cleanup += cleanup;
      }
      for (const [trial, sent] of trials) {
        const row = getRow(findSuite(trial) ?? shared);
        const until = found.get(trial) ?? sent.length;
        sent.forEach((isControl, i) => {
          row[i >= until ? 'confirmation' : isControl ? 'control' : 'treatment'] += 1;
        });
      }
      return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([suite, row]) => ({ suite, ...row }));
    },
  };
}

const createRow = (): Record<RequestPurpose, number> =>
  Object.fromEntries(requestPurposes.map((purpose) => [purpose, 0])) as Record<RequestPurpose, number>;

function createSuiteFinder(): typeof findSuite {
  const known = new Map<string | undefined, string | undefined>();
  return (trial) => {
    if (!known.has(trial)) known.set(trial, findSuite(trial));
    return known.get(trial);
  };
}

/** The suite of a trial of a rule: `safety` of `safety/head-matches-get@orders`. */
function findSuite(trial: string | undefined): string | undefined {
  const rule = trial?.slice(0, trial.indexOf('@'));
  const slash = rule?.indexOf('/') ?? -1;
  return slash > 0 ? rule?.slice(0, slash) : undefined;
}

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
