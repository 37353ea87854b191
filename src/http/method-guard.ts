import type { ClientRequest } from './exchange.js';

/** Header fields that override the method for some services. */
const overrideHeaderNames = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);

/**
 * Ensures that only permitted methods are sent, including methods in override fields and queries. Throws when a request
 * has another method, because that is an error in the kit or a rule.
 */
export function assertMethodAllowed(request: ClientRequest, methods: ReadonlySet<string> | undefined): void {
  const allowed = request.role === 'survey' ? safeMethods : methods;
  if (allowed === undefined) return;
  const forbidden = findForbiddenMethod(request, allowed);
  if (forbidden === undefined) return;
  throw new Error(`${forbidden} ${request.path} is not permitted here; permitted: ${[...allowed].join(', ')}`);
}

/** Safe methods (RFC 9110 §9.2.1, RFC 4918 §9.1). */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND']);

function findForbiddenMethod(
  { method, path, headers = {} }: ClientRequest,
  allowed: ReadonlySet<string>,
): string | undefined {
  const isForbidden = (named: string) => !allowed.has(named.toUpperCase());
  if (isForbidden(method)) return method;
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string' && overrideHeaderNames.has(name.toLowerCase()) && isForbidden(value)) return value;
  }
  return overrideQueryPattern.test(path) ? readQueryOverrides(path).find(isForbidden) : undefined;
}

/** Matches a query that may contain an override, so that most queries need not be parsed. */
const overrideQueryPattern = /\?.*(?:_method|%)/s;

const readQueryOverrides = (path: string) => new URLSearchParams(path.slice(path.indexOf('?'))).getAll('_method');
