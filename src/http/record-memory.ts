import type { RecordedExchange } from '../model/recorded-exchange.js';
import type { SentExchange } from './exchange.js';

/** Keeps the tape records of exchanges as long as the exchanges are referenced. */
export function createRecordMemory() {
  const records = new WeakMap<object, RecordedExchange>();
  const maskedIn = new WeakMap<object, readonly string[]>();
  const keep = (exchange: object, record: RecordedExchange, values: readonly string[]) => {
    records.set(exchange, record);
    if (values.length > 0) maskedIn.set(exchange, values);
  };
  return {
    keep,
    valuesIn: (exchange: object): readonly string[] => maskedIn.get(exchange) ?? [],
    alias<T extends object>(known: object, twin: T): T {
      const record = records.get(known);
      if (record) keep(twin, record, maskedIn.get(known) ?? []);
      return twin;
    },
    recall(exchange: Pick<SentExchange, 'n'>): RecordedExchange {
      const record = records.get(exchange);
      if (!record) throw new Error(`exchange ${exchange.n} was not sent by this client`);
      return record;
    },
  };
}
