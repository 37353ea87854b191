import type { Exchange, RawExchange } from '../../model/exchange.js';

/** Notices the origins that answers lead to beside the target's own. Nothing is ever sent there. */
export interface ForeignOriginWatcher {
  record(exchange: Exchange | RawExchange): void;
  notes(): string[];
}

/** A path of the same origin: nearly all are, and to read an address takes its time. */
const sameOriginPathPattern = /^\/[\w.~-]/;

/** Watches Location (RFC 9110 §10.2.2): behind a proxy, services often name themselves by an inner host. */
export function createForeignOriginWatcher(baseUrl: string): ForeignOriginWatcher {
  const { origin } = new URL(baseUrl);
  const seen = new Map<string, string>();
  return {
    record({ n, method, path, answer }) {
      const location = answer?.headers.location;
      if (typeof location !== 'string' || sameOriginPathPattern.test(location) || !URL.canParse(location, baseUrl))
        return;
      const other = new URL(location, baseUrl).origin;
      if (other === origin || seen.has(other)) return;
      const what = `${method} ${path.split('?')[0]} (exchange ${n}) was answered ${answer?.status} with a Location at ${other}`;
      seen.set(other, `${what}; nothing is sent there: only its path counts, on the target`);
    },
    notes: () => [...seen.values()],
  };
}
