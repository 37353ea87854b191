import type { OpenClient } from '../../http/client.js';
import { type SentExchange, unsentNumber } from '../../http/exchange.js';

/** A client that sends nothing: every request stays without an answer. Documents in files can still be read. */
export function createOfflineClient(client: OpenClient): OpenClient {
  const stay = async ({ method, path }: { method: string; path: string }): Promise<SentExchange> => ({
    n: unsentNumber,
    method,
    path,
    answer: undefined,
    silence: 'offline: no request is sent',
  });
  return {
    ...client,
    send: stay,
    abort: stay,
    fetchForeign: (url) => stay({ method: 'GET', path: url }),
    obtainCredentials: async () => {},
    count: () => 0,
  };
}
