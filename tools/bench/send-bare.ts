import { type Dispatcher, Pool } from 'undici';
import type { SentRecord } from '../../src/model/recorded-exchange.js';

/** Sends recorded requests to an origin with undici and nothing around it: what the kit is measured against. */
export async function sendBare(origin: string, requests: readonly SentRecord[], concurrency: number): Promise<void> {
  const pool = new Pool(origin, { connections: concurrency });
  let next = 0;
  const lane = async () => {
    while (next < requests.length) {
      const { method, url, headers, content } = requests[next] as SentRecord;
      next += 1;
      const { pathname, search } = new URL(url);
      const { body } = await pool.request({
        path: pathname + search,
        method: method as Dispatcher.HttpMethod,
        headers: headers as Record<string, string>,
        body: content ?? null,
      });
      await body.text();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  await pool.close();
}
