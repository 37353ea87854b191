import { clock } from '../clock.js';
import type { Answer } from '../service/http/answer.js';
import type { Request } from '../service/http/request.js';
import { isWeakMatch } from '../service/orders/preconditions.js';
import { type Circumstances, chainAnswer, type World } from './world.js';

/** Time for which a response is reused, in milliseconds, whatever its Cache-Control says. */
const freshMs = 1_000;
/** Maximum number of cached responses; the oldest are dropped first. */
const maxKept = 2_000;
const cacheableStatuses: readonly number[] = [200, 404, 410];

export const cacheWorlds: readonly World[] = [
  {
    name: 'shared-cache',
    says: 'A shared cache keeps responses for a second, and a write invalidates only its own URL.',
    open: () => createCache(true),
  },
  {
    name: 'shared-cache-without-invalidation',
    says: 'A shared cache keeps responses for a second, and writes do not invalidate them.',
    open: () => createCache(false),
  },
];

function createCache(isCareful: boolean): Circumstances {
  const stored = new Map<string, Map<string, { readonly answer: Answer; readonly since: number }>>();
  return {
    around(request, proceed) {
      const { method, target } = request;
      if (method !== 'GET' && method !== 'HEAD') {
        return chainAnswer(proceed(), (inner) => {
          if (isCareful && inner.status < 400) stored.delete(target);
          return inner;
        });
      }
      const variant = createVariantKey(request);
      const known = stored.get(target)?.get(variant);
      const age = known ? clock.now() - known.since : freshMs;
      if (known && age < freshMs) return reuseAnswer(request, known.answer, age);
      return chainAnswer(proceed(), (inner) => {
        if (method === 'GET' && !isConditional(request) && cacheableStatuses.includes(inner.status)) {
          stored.set(
            target,
            new Map([...(stored.get(target) ?? []), [variant, { answer: inner, since: clock.now() }]]),
          );
          forgetOldest(stored);
        }
        return inner;
      });
    },
  };
}

const isConditional = ({ headers }: Request): boolean =>
  ['if-none-match', 'if-match', 'if-modified-since', 'range'].some((name) => headers[name] !== undefined);

/** Responses are never shared between callers. */
const createVariantKey = ({ headers }: Request): string =>
  JSON.stringify(
    ['authorization', 'x-api-key', 'cookie', 'accept', 'accept-encoding', 'range', 'if-match'].map(
      (name) => headers[name],
    ),
  );

/** RFC 9111 §4.3.2: a condition is evaluated against the cached response. */
function reuseAnswer({ headers }: Request, answer: Answer, ageMs: number): Answer {
  const { etag } = answer.headers;
  const fields = { ...answer.headers, age: String(Math.floor(ageMs / 1000)) };
  const isNamed = isWeakMatch(headers['if-none-match'] ?? '', etag);
  return isNamed && answer.status === 200 ? { status: 304, headers: fields } : { ...answer, headers: fields };
}

function forgetOldest(stored: Map<string, unknown>): void {
  const [oldest] = stored.keys();
  if (stored.size > maxKept && oldest !== undefined) stored.delete(oldest);
}
