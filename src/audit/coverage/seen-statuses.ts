import type { TapedExchange } from '../../http/tape.js';
import type { ResourceSubject } from '../../model/service/subject.js';
import { createRouteTable } from '../../run/passive/route-table.js';

/** The statuses that operations returned in a run. */
export type SeenStatuses = ReturnType<typeof createSeenStatuses>;

/** Maximum number of different requests that are remembered until the addresses are known, and of operations. */
const maxRequests = 100_000;

export function createSeenStatuses(baseUrl: string) {
  const { origin, pathname: ownPath } = new URL(baseUrl);
  const base = ownPath.replace(/\/$/, '');
  const early = new Map<string, SeenAnswer>();
  const statuses = new Map<string, Set<number>>();
  let findTemplate: ((path: string) => string) | undefined;
  const readOwnPath = (url: string): string | undefined => {
    if (url.startsWith(origin + base) && plainPath.test(url.slice(origin.length + base.length)))
      return url.slice(origin.length + base.length);
    if (!URL.canParse(url, baseUrl)) return undefined;
    const { pathname } = new URL(url, baseUrl);
    return pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
  };
  const count = ({ method, url, status }: SeenAnswer, find: (path: string) => string) => {
    const path = readOwnPath(url);
    if (path === undefined) return;
    const name = `${method} ${find(path)}`;
    const known = statuses.get(name) ?? new Set();
    if (statuses.size < maxRequests) statuses.set(name, known);
    known.add(status);
  };
  return {
    onEnd({ request: { method, url }, end }: TapedExchange) {
      if (end?.answer === undefined) return;
      const query = url.indexOf('?');
      const seen = { method, url: query < 0 ? url : url.slice(0, query), status: end.answer.status };
      if (findTemplate !== undefined) count(seen, findTemplate);
      else if (early.size < maxRequests) early.set(`${method} ${seen.status} ${seen.url}`, seen);
    },
    /** Sets the addresses by which requests are counted, the earlier ones included: from then on, no request is remembered. */
    setResources(resources: readonly Pick<ResourceSubject, 'name'>[]) {
      findTemplate = createTemplateFinder(resources, baseUrl);
      for (const seen of early.values()) count(seen, findTemplate);
      early.clear();
    },
    /** The statuses of each operation, by its name, in ascending order; empty before the addresses are set. */
    group: () => new Map([...statuses].map(([name, own]) => [name, [...own].sort((a, b) => a - b)])),
  };
}

/** A response to a request, without its query. */
interface SeenAnswer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
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
