import type { ClientRequest, SentExchange, SentRawExchange } from '../../http/exchange.js';
import type { FindRoute, Route } from './route-table.js';

/** How the service refused an operation to one trial. */
export interface RefusedUse {
  readonly method: string;
  readonly route: Route;
  /** Statuses with which the service refused it to the default caller. */
  readonly refusals: Set<number>;
}

/** Maximum number of earlier paths, and of paths outside of known routes. */
const maxPaths = 20_000;

/** Creates a log of used operations; requests before the routes are known are sorted when they become known. */
export function createUsageLog() {
  let findRoute: FindRoute | undefined;
  const early = new Map<string, Pick<ClientRequest, 'method' | 'path'>>();
  const successes = new Set<string>();
  const refused = new Map<string, Map<string, RefusedUse>>();
  const recordSuccess = ({ method, path }: Pick<ClientRequest, 'method' | 'path'>) => {
    if (early.size < maxPaths) early.set(`${method} ${path}`, { method, path });
    if (findRoute !== undefined && successes.size < maxPaths) successes.add(`${method} ${findRoute(path).template}`);
  };
  return {
    record(request: ClientRequest, { answer }: SentExchange | SentRawExchange): void {
      const { method, path, trial, role, as = 'full' } = request;
      const status = answer?.status ?? 0;
      if (status >= 200 && status < 400) recordSuccess(request);
      if (trial === undefined || role !== undefined || findRoute === undefined) return;
      if (status < 400 || status >= 500 || as !== 'full') return;
      const route = findRoute(path);
      const own = refused.get(trial) ?? new Map<string, RefusedUse>();
      refused.set(trial, own);
      const key = `${method} ${route.template}`;
      const use = own.get(key) ?? { method, route, refusals: new Set<number>() };
      if (own.size < maxPaths) own.set(key, use);
      use.refusals.add(status);
    },
    setRoutes(routes: FindRoute): void {
      findRoute = routes;
      for (const { method, path } of early.values()) successes.add(`${method} ${routes(path).template}`);
    },
    hasSucceeded: (method: string, template: string) => successes.has(`${method} ${template}`),
    listRefusedUses: (label: string) => [...(refused.get(label)?.values() ?? [])],
    /** Forgets the requests that other routes would sort anew. */
    forgetEarly: () => early.clear(),
  };
}
