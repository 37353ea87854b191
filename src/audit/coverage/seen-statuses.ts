import type { ResourceSubject } from '../../model/service/subject.js';
import { createRouteTable } from '../../run/passive/route-table.js';
import type { ExchangeEvent } from '../exchange-events.js';

/** The statuses that operations returned in a run. */
export interface SeenStatuses {
  /** Takes an exchange. */
  record(event: ExchangeEvent): void;
  /** The statuses of each operation of these addresses, by its name, in ascending order. */
  group(resources: readonly Pick<ResourceSubject, 'name'>[]): ReadonlyMap<string, readonly number[]>;
}

/** Maximum number of different requests that are remembered. */
const maxRequests = 100_000;

/** Creates a record without statuses. */
export function createSeenStatuses(baseUrl: string): SeenStatuses {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const seen = new Set<string>();
  const readOwnPath = (url: string): string | undefined => {
    if (!URL.canParse(url, baseUrl)) return undefined;
    const { pathname } = new URL(url, baseUrl);
    return pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
  };
  return {
    record({ request: { method, url }, end }) {
      if (end?.answer === undefined || seen.size >= maxRequests) return;
      const query = url.indexOf('?');
      seen.add(`${method} ${end.answer.status} ${query < 0 ? url : url.slice(0, query)}`);
    },
    group(resources) {
      const find = createTemplateFinder(resources, baseUrl);
      const groups = new Map<string, number[]>();
      for (const line of seen) {
        const [method = '', status = '', ...url] = line.split(' ');
        const path = readOwnPath(url.join(' '));
        if (path === undefined) continue;
        const key = `${method} ${find(path)}`;
        const known = groups.get(key) ?? [];
        if (!known.includes(Number(status)))
          groups.set(
            key,
            [...known, Number(status)].sort((a, b) => a - b),
          );
      }
      return groups;
    },
  };
}

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
