import type { ClientRequest } from './exchange.js';

/** Fields by which some services take one method for another. */
const overrideHeaderNames = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);

/**
 * Sees to it that nothing leaves which this client may not do, whoever words it, and by whatever way its method is told.
 * Throws: who asks for it is broken, or says less than it does.
 */
export function assertMethodAllowed(request: ClientRequest, methods: ReadonlySet<string> | undefined): void {
  const allowed = request.role === 'survey' ? safeMethods : methods;
  if (allowed === undefined) return;
  const forbidden = findForbiddenMethod(request, allowed);
  if (forbidden === undefined) return;
  throw new Error(`${forbidden} ${request.path} is more than may be done here: ${[...allowed].join(', ')}`);
}

/** Methods that change nothing (RFC 9110 §9.2.1, RFC 4918 §9.1). */
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

/** A query that names it, be it in escapes; nearly none does, and reading one takes its time. */
const overrideQueryPattern = /\?.*(?:_method|%)/s;

const readQueryOverrides = (path: string) => new URLSearchParams(path.slice(path.indexOf('?'))).getAll('_method');
