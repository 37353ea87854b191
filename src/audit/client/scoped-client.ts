import type { OpenClient } from '../../http/client.js';
import {
  buildUnsentExchange,
  type ClientRequest,
  type SentExchange,
  type SentRawExchange,
} from '../../http/exchange.js';
import { findScopeProblem, type OperationScope } from '../../model/service/operation.js';

/** A client that does not send what the user excluded; such requests stay without an answer. */
export function createScopedClient(client: OpenClient, baseUrl: string, scope: OperationScope | undefined): OpenClient {
  if (!scope || ((scope.exclude ?? []).length === 0 && (scope.include ?? []).length === 0)) return client;
  const base = new URL(baseUrl);
  const findProblem = ({ method, path, role }: ClientRequest) => {
    const own = readOwnPath(path, base);
    // Documents and the base itself are read to find out what there is.
    return own === undefined || (role === 'survey' && method === 'GET' && own === '/')
      ? undefined
      : findScopeProblem({ exclude: scope.exclude ?? [] }, method, own);
  };
  const sendInScope = async <T extends SentExchange | SentRawExchange>(
    request: ClientRequest,
    go: () => Promise<T>,
  ) => {
    const why = findProblem(request);
    return why === undefined ? go() : buildUnsentExchange(request, `not sent: ${why}`);
  };
  return {
    ...client,
    send: (request) => sendInScope(request, () => client.send(request)),
    raw: (request) => sendInScope(request, () => client.raw(request)),
    abort: (request, how) => sendInScope(request, () => client.abort(request, how)),
  };
}

/** The path under the base URL; undefined for other addresses. */
function readOwnPath(path: string, base: URL): string | undefined {
  if (path.startsWith('/')) return path;
  if (!URL.canParse(path, base.href)) return undefined;
  const { origin, pathname } = new URL(path, base);
  const root = base.pathname.replace(/\/$/, '');
  return origin === base.origin && pathname.startsWith(root) ? pathname.slice(root.length) || '/' : undefined;
}
