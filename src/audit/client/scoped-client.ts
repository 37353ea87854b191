import type { OpenClient } from '../../http/client.js';
import { type ClientRequest, type SentExchange, type SentRawExchange, unsentNumber } from '../../http/exchange.js';
import { findScopeProblem, type OperationScope } from '../../model/service/operation-scope.js';

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
  const refuse = ({ method, path }: ClientRequest, why: string) => ({
    n: unsentNumber,
    method,
    path,
    answer: undefined,
    silence: `not sent: ${why}`,
  });
  return {
    ...client,
    send: async (request): Promise<SentExchange> => {
      const why = findProblem(request);
      return why === undefined ? client.send(request) : refuse(request, why);
    },
    raw: async (request): Promise<SentRawExchange> => {
      const why = findProblem(request);
      return why === undefined ? client.raw(request) : refuse(request, why);
    },
    abort: async (request, how): Promise<SentExchange> => {
      const why = findProblem(request);
      return why === undefined ? client.abort(request, how) : refuse(request, why);
    },
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
