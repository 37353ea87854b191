import type { TapedExchange } from '../../http/tape.js';
import type { OperationCoverage } from '../../model/result/operation-coverage.js';
import type { ResourceSubject } from '../../model/service/subject.js';
import { createRouteTable } from '../../run/passive/route-table.js';

/** The responses of operations in a run: their statuses, and how long they took. */
export type SeenResponses = ReturnType<typeof createSeenResponses>;

/** Maximum number of different requests that are remembered until the addresses are known, and of operations. */
const maxRequests = 100_000;

export function createSeenResponses(baseUrl: string) {
  const { origin, pathname: ownPath } = new URL(baseUrl);
  const base = ownPath.replace(/\/$/, '');
  const early = new Map<string, SeenRequests>();
  const tallies = new Map<string, Tally>();
  let findTemplate: ((path: string) => string) | undefined;
  const readOwnPath = (url: string): string | undefined => {
    if (url.startsWith(origin + base) && plainPath.test(url.slice(origin.length + base.length)))
      return url.slice(origin.length + base.length);
    if (!URL.canParse(url, baseUrl)) return undefined;
    const { pathname } = new URL(url, baseUrl);
    return pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
  };
  const openTally = (method: string, url: string, find: (path: string) => string): Tally => {
    const path = readOwnPath(url);
    const name = `${method} ${path === undefined ? undefined : find(path)}`;
    const known = tallies.get(name) ?? createTally();
    if (path !== undefined && tallies.size < maxRequests) tallies.set(name, known);
    return known;
  };
  return {
    onEnd({ request: { method, url }, end }: TapedExchange) {
      if (end?.answer === undefined) return;
      const query = url.indexOf('?');
      const bare = query < 0 ? url : url.slice(0, query);
      if (findTemplate !== undefined) return count(openTally(method, bare, findTemplate), end.answer.status, end.ms);
      const key = `${method} ${bare}`;
      const known = early.get(key) ?? { method, url: bare, tally: createTally() };
      if (early.size < maxRequests) early.set(key, known);
      count(known.tally, end.answer.status, end.ms);
    },
    /** Sets the addresses by which requests are counted, the earlier ones included: from then on, no request is remembered. */
    setResources(resources: readonly Pick<ResourceSubject, 'name'>[]) {
      findTemplate = createTemplateFinder(resources, baseUrl);
      for (const { method, url, tally } of early.values()) addTally(openTally(method, url, findTemplate), tally);
      early.clear();
    },
    /** The responses of each operation, by its name; empty before the addresses are set. */
    group: () => new Map([...tallies].map(([name, tally]) => [name, summarize(tally)])),
  };
}

/** Requests of one method to one address without its query, and their responses. */
interface SeenRequests {
  readonly method: string;
  readonly url: string;
  readonly tally: Tally;
}

/** Numbers of responses by status, and by their time in milliseconds, to two digits: memory is bounded. */
interface Tally {
  readonly statuses: Map<number, number>;
  readonly times: Map<number, number>;
}

const createTally = (): Tally => ({ statuses: new Map(), times: new Map() });

const addCount = (counts: Map<number, number>, key: number, more: number) =>
  counts.set(key, (counts.get(key) ?? 0) + more);

function count({ statuses, times }: Tally, status: number, ms: number): void {
  addCount(statuses, status, 1);
  addCount(times, Number(ms.toPrecision(2)), 1);
}

function addTally({ statuses, times }: Tally, other: Tally): void {
  for (const [status, more] of other.statuses) addCount(statuses, status, more);
  for (const [ms, more] of other.times) addCount(times, ms, more);
}

function summarize({
  statuses,
  times,
}: Tally): Required<Pick<OperationCoverage, 'statuses' | 'responses' | 'latency'>> {
  const sorted = [...times].sort(([one], [other]) => one - other);
  const total = sorted.reduce((sum, [, own]) => sum + own, 0);
  const find = (share: number): number => {
    let passed = 0;
    for (const [ms, own] of sorted) {
      passed += own;
      if (passed >= total * share) return ms;
    }
    return 0;
  };
  const ordered = [...statuses].sort(([one], [other]) => one - other);
  return {
    statuses: ordered.map(([status]) => status),
    responses: Object.fromEntries(ordered),
    latency: { median: find(0.5), p95: find(0.95), p99: find(0.99) },
  };
}

/** A path that a parser of URLs does not change. */
const plainPath = /^(\/[\w-]+)+$/;

/** Finds the template of a path; fixed segments count before parameters. */
function createTemplateFinder(
  resources: readonly Pick<ResourceSubject, 'name'>[],
  baseUrl: string,
): (path: string) => string {
  const countHoles = (template: string) => template.split('{').length - 1;
  const templates = resources.map(({ name }) => name).sort((one, other) => countHoles(one) - countHoles(other));
  const findRoute = createRouteTable([], baseUrl, templates);
  return (path) => findRoute(path).template;
}
