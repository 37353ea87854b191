import { defineMonitor, http, type TrafficExchange } from '#rule';

/** Longest content of a recorded request that is remembered. */
const maxRepeatedLength = 4_096;

/** Judges each request that is the same as one which was refused for itself, with one of the statuses of `lasting`. */
export const monitorRefusals = (lasting: readonly number[]) =>
  defineMonitor({
    expected: 'the same request is refused again',
    state: (create) => create<TrafficExchange>(),
    on: (exchange, traffic, refused) => {
      const { method, path, content = '', caller, hasContent } = exchange;
      const key = `${method} ${path} ${caller} ${content}`;
      if (!hasContent || content.length > maxRepeatedLength || caller === undefined) return undefined;
      const first = refused.get(key);
      const isRefused = lasting.includes(exchange.answer?.status ?? 0) && !http.hasStatus(exchange, 404, 410);
      if (isRefused) refused.set(key, first ?? exchange);
      if (first === undefined || !traffic.isUndisturbed(first, exchange)) return undefined;
      return http.hasStatus(exchange, 2)
        ? { flaw: `${exchange.answer?.status} when repeated`, shows: [first, exchange] }
        : 'kept';
    },
  });
