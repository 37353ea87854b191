import type { MaybeSecret } from '../model/secret.js';

/** Header fields that override the method for some services. */
const overrideHeaderNames = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);

/** Throws for a method that is not permitted, overridden ones included, and for an unsafe one without a record. */
export function assertMethodAllowed(
  request: GuardedRequest & { readonly role?: string | undefined; readonly record?: WriteRecord | undefined },
  methods: ReadonlySet<string> | undefined,
): void {
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

interface GuardedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, MaybeSecret>> | undefined;
}

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

declare const isIssued: unique symbol;

/**
 * Proof that a request which may create or change something is in the ledger. The client sends no unsafe request without
 * one. Only the ledger issues records; a test asserts that.
 */
export interface WriteRecord {
  /** Number of the ledger entry. */
  readonly n: number;
  readonly [isIssued]: true;
}

const issued = new WeakSet<object>();

export function issueWriteRecord(n: number): WriteRecord {
  const record = { n } as WriteRecord;
  issued.add(record);
  return record;
}

/** Whether a record was issued by the ledger; a record of another origin does not count. */
export const isWriteRecord = (record: WriteRecord | undefined): boolean => record !== undefined && issued.has(record);
