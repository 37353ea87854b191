import type { OpenClient } from '../../http/client.js';
import { unsentNumber } from '../../http/exchange.js';
import type { ExchangeLog } from './exchange-log.js';

/** Wraps a client: every exchange is recorded in the log. */
export const observeClient = (client: OpenClient, log: Pick<ExchangeLog, 'record' | 'recordRaw'>): OpenClient => ({
  ...client,
  async send(request) {
    const exchange = await client.send(request);
    if (exchange.n !== unsentNumber) log.record(request, exchange);
    return exchange;
  },
  async raw(request) {
    const exchange = await client.raw(request);
    if (exchange.n !== unsentNumber) log.recordRaw(request, exchange);
    return exchange;
  },
});
