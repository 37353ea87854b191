import type { Exchange, RawExchange } from '../../model/exchange.js';

/** Matches a path of the same origin, which avoids parsing most URLs. */
const sameOriginPathPattern = /^\/[\w.~-]/;

/** Watches Location fields (RFC 9110 §10.2.2): behind a proxy, services often use their internal host name. */
export function createForeignOriginWatcher(baseUrl: string) {
  const { origin } = new URL(baseUrl);
  const seen = new Map<string, string>();
  return {
    record({ n, method, path, answer }: Exchange | RawExchange): void {
      const location = answer?.headers.location;
      if (typeof location !== 'string' || sameOriginPathPattern.test(location) || !URL.canParse(location, baseUrl))
        return;
      const other = new URL(location, baseUrl).origin;
      if (other === origin || seen.has(other)) return;
      const what = `${method} ${path.split('?')[0]} (exchange ${n}) returned ${answer?.status} with a Location at ${other}`;
      seen.set(other, `${what}; no request is sent there: only its path is used, at the base URL`);
    },
    notes: () => [...seen.values()],
  };
}
