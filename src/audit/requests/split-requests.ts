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

/**
 * How long the service took for the requests of each trial, where those side by side count one by one, and the number of requests by
 * suite and purpose.
 */
export class TrialTimes {
  readonly #spent = new Map<string, number>();
  /** For each trial, whether each of its requests was a control, in order. */
  readonly #trials = new Map<string, boolean[]>();
  readonly #others = new Map<string, { setup: number; cleanup: number }>();
  /** The suites that sent requests to a URL, or created what is there. */
  readonly #suites = new Map<string, string>();

  onSent({ trial, role, request: { url } }: SentLabels): void {
    const suite = findSuite(trial);
    if (suite !== undefined && trial !== undefined) {
      this.#suites.set(url, suite);
      const sent = this.#trials.get(trial);
      if (sent === undefined) this.#trials.set(trial, [role === 'control']);
      else sent.push(role === 'control');
      return;
    }
    const name = role === 'cleanup' ? (this.#suites.get(url) ?? shared) : shared;
    const row = this.#others.get(name) ?? { setup: 0, cleanup: 0 };
    row[role === 'cleanup' || trial?.startsWith('sweep@') ? 'cleanup' : 'setup'] += 1;
    this.#others.set(name, row);
  }

  onEnd({ trial, request, end }: SentLabels & Pick<TapedExchange, 'end'>): void {
    if (trial !== undefined) this.#spent.set(trial, (this.#spent.get(trial) ?? 0) + (end?.ms ?? 0));
    const location = getHeader(end?.answer, 'location');
    const url = location === undefined ? undefined : resolveLocation(location, request.url);
    const suite = findSuite(trial);
    if (url !== undefined && suite !== undefined) this.#suites.set(url, suite);
  }

  /** Time between sending and receiving, over all requests of a trial so far, in milliseconds; undefined without a request. */
  getMs(rule: string, subject: string): number | undefined {
    const ms = this.#spent.get(`${rule}@${subject}`);
    return ms === undefined ? undefined : Math.round(ms);
  }

  /** Splits the requests; the outcomes say after how many of them a violation was seen, also one that was not reproduced. */
  splitRequests(outcomes: readonly FoundOutcome[]): readonly SuiteRequests[] {
    const found = new Map<string, number | undefined>();
    for (const { trial, foundAfter } of outcomes) found.set(`${trial.rule}@${trial.subject.name}`, foundAfter);
    const rows = new Map<string, Record<RequestPurpose, number>>();
    const getRow = (suite: string) => {
      const row = rows.get(suite) ?? createRow();
      rows.set(suite, row);
      return row;
    };
    for (const [suite, { setup, cleanup }] of this.#others) {
      getRow(suite).setup += setup;
      getRow(suite).cleanup += cleanup;
    }
    for (const [trial, sent] of this.#trials) {
      const row = getRow(findSuite(trial) ?? shared);
      const until = found.get(trial) ?? sent.length;
      sent.forEach((isControl, i) => {
        row[i >= until ? 'confirmation' : isControl ? 'control' : 'treatment'] += 1;
      });
    }
    return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([suite, row]) => ({ suite, ...row }));
  }
}

/** What is known of a request when it is sent. */
type SentLabels = Pick<TapedExchange, 'trial' | 'role'> & { readonly request: Pick<TapedExchange['request'], 'url'> };

const createRow = (): Record<RequestPurpose, number> =>
  Object.fromEntries(requestPurposes.map((purpose) => [purpose, 0])) as Record<RequestPurpose, number>;

/** The suite of a trial of a rule: `safety` of `safety/head-matches-get@orders`. */
function findSuite(trial: string | undefined): string | undefined {
  const rule = trial?.slice(0, trial.indexOf('@'));
  const slash = rule?.indexOf('/') ?? -1;
  return slash > 0 ? rule?.slice(0, slash) : undefined;
}

/** A path without dots, empty segments and escapes needs no parser: it follows the origin as it is. */
function resolveLocation(location: string, sentUrl: string): string | undefined {
  const origin = /^https?:\/\/[^/?#]+/.exec(sentUrl)?.[0];
  if (origin !== undefined && /^(\/[\w-]+)+$/.test(location)) return origin + location;
  return URL.canParse(location, sentUrl) ? new URL(location, sentUrl).href : undefined;
}
