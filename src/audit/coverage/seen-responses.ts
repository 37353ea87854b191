import type { TapedExchange } from '../../http/tape.js';
import type { OperationCoverage } from '../../model/result/operation-coverage.js';
import type { ResourceSubject } from '../../model/service/subject.js';
import { createRouteTable, type FindRoute } from '../../run/passive/route-table.js';

/** The responses of operations in a run: their statuses, and how long they took. */
export type SeenResponses = ReturnType<typeof createSeenResponses>;

/** Maximum number of different requests that are remembered until the addresses are known, and of operations. */
const maxRequests = 100_000;

export function createSeenResponses(baseUrl: string) {
  const { origin, pathname: ownPath } = new URL(baseUrl);
  const base = ownPath.replace(/\/$/, '');
  const early = new Map<string, SeenResponse>();
  const tallies = new Map<string, Tally>();
  let findRoute: FindRoute | undefined;
  const readOwnPath = (url: string): string | undefined => {
    if (url.startsWith(origin + base) && plainPath.test(url.slice(origin.length + base.length)))
      return url.slice(origin.length + base.length);
    if (!URL.canParse(url, baseUrl)) return undefined;
    const { pathname } = new URL(url, baseUrl);
    return pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
  };
  const count = ({ method, url, status, ms, times }: SeenResponse, find: FindRoute) => {
    const path = readOwnPath(url);
    if (path === undefined) return;
    const name = `${method} ${find(path).template}`;
    const known = tallies.get(name) ?? { byStatus: new Map(), byTime: new Map() };
    if (tallies.size < maxRequests) tallies.set(name, known);
    known.byStatus.set(status, (known.byStatus.get(status) ?? 0) + times);
    known.byTime.set(ms, (known.byTime.get(ms) ?? 0) + times);
  };
  return {
    onEnd({ request: { method, url }, end }: TapedExchange) {
      if (end?.answer === undefined) return;
      const query = url.indexOf('?');
      const bare = query < 0 ? url : url.slice(0, query);
      const seen = { method, url: bare, status: end.answer.status, ms: Number(end.ms.toPrecision(2)), times: 1 };
      if (findRoute !== undefined) return count(seen, findRoute);
      const key = `${method} ${seen.status} ${seen.ms} ${bare}`;
      const before = early.get(key)?.times ?? 0;
      if (early.size < maxRequests) early.set(key, { ...seen, times: before + 1 });
    },
    /** Sets the addresses by which requests are counted, the earlier ones included: from then on, no request is remembered. */
    setResources(resources: readonly Pick<ResourceSubject, 'name'>[]) {
      // Fixed segments count before parameters.
      const countHoles = (template: string) => template.split('{').length - 1;
      const templates = resources.map(({ name }) => name).sort((one, other) => countHoles(one) - countHoles(other));
      findRoute = createRouteTable([], baseUrl, templates);
      for (const seen of early.values()) count(seen, findRoute);
      early.clear();
    },
    /** The responses of each operation, by its name; empty before the addresses are set. */
    group: () => new Map([...tallies].map(([name, tally]) => [name, summarize(tally)])),
  };
}

/** Responses to requests without their query; their time in milliseconds has two digits, so that few differ. */
interface SeenResponse {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  /** How many there were. */
  readonly times: number;
}

/** Numbers of responses of an operation. */
interface Tally {
  readonly byStatus: Map<number, number>;
  readonly byTime: Map<number, number>;
}

function summarize({
  byStatus,
  byTime,
}: Tally): Required<Pick<OperationCoverage, 'statuses' | 'responses' | 'latency'>> {
  const sorted = [...byTime].sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, own]) => sum + own, 0);
  const find = (share: number): number => {
    let passed = 0;
    for (const [ms, own] of sorted) {
      passed += own;
      if (passed >= total * share) return ms;
    }
    return 0;
  };
  const ordered = [...byStatus].sort(([one], [other]) => one - other);
  return {
    statuses: ordered.map(([status]) => status),
    responses: Object.fromEntries(ordered),
    latency: { median: find(0.5), p95: find(0.95), p99: find(0.99) },
  };
}

/** A path that a parser of URLs does not change. */
const plainPath = /^(\/[\w-]+)+$/;
