import type { Request } from './exchange.js';

/** Fields by which some services take one method for another. */
const overrides = new Set(['x-http-method-override', 'x-http-method', 'x-method-override']);

/**
 * Sees to it that nothing leaves which this client may not do, whoever words it, and by whatever way its method is told.
 * Throws: who asks for it is broken, or says less than it does.
 */
export function allow(request: Request, methods: ReadonlySet<string> | undefined): void {
  const allowed = request.role === 'survey' ? safe : methods;
  if (allowed === undefined) return;
  const forbidden = methodsOf(request).find((method) => !allowed.has(method.toUpperCase()));
  if (forbidden === undefined) return;
  throw new Error(`${forbidden} ${request.path} is more than may be done here: ${[...allowed].join(', ')}`);
}

/** Methods that change nothing (RFC 9110 §9.2.1, RFC 4918 §9.1). */
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND']);

function methodsOf({ method, path, headers = {} }: Request): string[] {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    overrides.has(name.toLowerCase()) && typeof value === 'string' ? [value] : [],
  );
  const query = path.includes('?') ? new URLSearchParams(path.slice(path.indexOf('?'))) : undefined;
  return [method, ...named, ...(query?.getAll('_method') ?? [])];
}
