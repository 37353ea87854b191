import type { ClientRequest } from './exchange.js';
import { isWriteRecord } from './write-record.js';

/** Header fields that override the method for some services. */
const overrideHeaderNames = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);

/** Throws for a method that is not permitted, overridden ones included, and for an unsafe one without a record. */
export function assertMethodAllowed(request: ClientRequest, methods: ReadonlySet<string> | undefined): void {
  const allowed = request.role === 'survey' ? safeMethods : methods;
  const forbidden = allowed && findForbiddenMethod(request, allowed);
  if (allowed && forbidden !== undefined)
    throw new Error(`${forbidden} ${request.path} is not permitted here; permitted: ${[...allowed].join(', ')}`);
  if (allowed === safeMethods || isWriteRecord(request.record)) return;
  const unsafe = findForbiddenMethod(request, safeMethods);
  if (unsafe !== undefined) throw new Error(`${unsafe} ${request.path} is not in the ledger, so it was not sent`);
}

/** Whether a request asks for a change, by its method or by an override of it. */
export const isUnsafeRequest = (request: GuardedRequest): boolean =>
  findForbiddenMethod(request, safeMethods) !== undefined;

type GuardedRequest = Pick<ClientRequest, 'method' | 'path' | 'headers'>;

/** Safe methods (RFC 9110 §9.2.1, RFC 4918 §9.1), which can be repeated. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND']);

export const isSafeMethod = (method: string): boolean => safeMethods.has(method);

function findForbiddenMethod({ method, path, headers = {} }: GuardedRequest, allowed: ReadonlySet<string>) {
  if (!allowed.has(method.toUpperCase())) return method;
  for (const name in headers) {
    const value = headers[name];
    const isOverride = typeof value === 'string' && overrideHeaderNames.has(name.toLowerCase());
    if (isOverride && !allowed.has(value.toUpperCase())) return value;
  }
  if (!overrideQueryPattern.test(path)) return undefined;
  const overrides = new URLSearchParams(path.slice(path.indexOf('?'))).getAll('_method');
  return overrides.find((named) => !allowed.has(named.toUpperCase()));
}

/** Matches a query that may contain an override. Other queries are not parsed. */
const overrideQueryPattern = /\?.*(?:_method|%)/s;
