import { defineMonitor, http, type Traffic, type TrafficExchange } from '#rule';

/** A creation, and a later one with its key, of the same caller at the same address. */
interface KeyedPair {
  readonly first: TrafficExchange;
  readonly again: TrafficExchange;
  readonly isSame: boolean;
  readonly isConcurrent: boolean;
}

const keyNames = ['idempotency-key', 'x-idempotency-key', 'idempotency-token', 'x-request-idempotency-key'];

/** Judges each POST that repeats the key of one that created something: it must not create another item. */
export const monitorKeys = (isMeant: (pair: KeyedPair) => boolean) =>
  defineMonitor({
    expected: 'one item for one key',
    state: (create) => create<TrafficExchange>(),
    on: (exchange, traffic, creations) => {
      const { method, path, fields, caller = '', content, hasContent } = exchange;
      const name = keyNames.find((one) => fields[one] !== undefined && fields[one] !== '[redacted]');
      const key = name === undefined || !isKnownField(name, traffic.findOperation(exchange)) ? undefined : fields[name];
      if (method !== 'POST' || key === undefined || !hasContent) return undefined;
      const place = `${caller} ${path} ${key}`;
      const first = creations.get(place);
      if (first === undefined) {
        if (readCreated(exchange) !== undefined) creations.set(place, exchange);
        return undefined;
      }
      const isConcurrent = first.endedAt > exchange.startedAt;
      if (!isMeant({ first, again: exchange, isSame: first.content === content, isConcurrent })) return undefined;
      const [one, other] = [first, exchange].map(readCreated);
      const isOther = other !== undefined && one !== other && http.hasStatus(exchange, 201);
      return isOther ? { flaw: 'each request created another item', shows: [first, exchange] } : 'kept';
    },
  });

/** Whether a service may observe a header field: a document that describes the operation names it. */
const isKnownField = (name: string, operation: ReturnType<Traffic['findOperation']>): boolean =>
  operation === undefined || operation.parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === name);

/** The address of what a response says that it created. */
const readCreated = (exchange: TrafficExchange): string | undefined =>
  http.hasStatus(exchange, 201) ? http.getHeader(exchange.answer, 'location') : undefined;
