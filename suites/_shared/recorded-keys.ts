import { defineMonitor, http, type Traffic, type TrafficExchange } from '#rule';

/** A creation, and a later one with its key, of the same caller at the same address. */
interface KeyedPair {
  readonly first: TrafficExchange;
  readonly again: TrafficExchange;
  readonly isSame: boolean;
  readonly isConcurrent: boolean;
  /** Whether the document names the key. */
  readonly isDescribed: boolean;
}

/** Usual names of header fields with a key. */
export const keyNames = ['idempotency-key', 'x-idempotency-key', 'idempotency-token', 'x-request-idempotency-key'];

/** Judges each POST that repeats the key of one that created something. */
const monitorPairs = (expected: string, findFlaw: (pair: KeyedPair) => string | undefined | null) =>
  defineMonitor({
    expected,
    state: (create) => create<TrafficExchange>(),
    on: (exchange, traffic, creations) => {
      const { method, path, fields, caller = '', content, hasContent } = exchange;
      const name = keyNames.find((one) => fields[one] !== undefined && fields[one] !== '[redacted]');
      const operation = traffic.findOperation(exchange);
      const key = name === undefined || !isKnownField(name, operation) ? undefined : fields[name];
      if (method !== 'POST' || key === undefined || !hasContent) return undefined;
      const place = `${caller} ${path} ${key}`;
      const first = creations.get(place);
      if (first === undefined) {
        if (readCreated(exchange) !== undefined) creations.set(place, exchange);
        return undefined;
      }
      const isConcurrent = first.endedAt > exchange.startedAt;
      const isSame = first.content === content;
      const flaw = findFlaw({ first, again: exchange, isSame, isConcurrent, isDescribed: operation !== undefined });
      return flaw === null ? undefined : flaw === undefined ? 'kept' : { flaw, shows: [first, exchange] };
    },
  });

/** It must not create another item. */
export const monitorKeys = (isMeant: (pair: KeyedPair) => boolean) =>
  monitorPairs('one item for one key', (pair) => {
    if (!isMeant(pair)) return null;
    const [one, other] = [pair.first, pair.again].map(readCreated);
    return other !== undefined && one !== other ? 'each request created another item' : undefined;
  });

/** With the same content, and a key that the document names, it must not be refused. */
export const monitorRepeatedKeys = monitorPairs(
  'the response of the first request',
  ({ again, isSame, isConcurrent, isDescribed }) => {
    if (!isSame || isConcurrent || !isDescribed || again.answer === undefined) return null;
    return http.hasStatus(again, 400, 409, 422, 500) ? `the repetition returned ${again.answer.status}` : undefined;
  },
);

/** Whether a service may observe a header field: a document that describes the operation names it. */
const isKnownField = (name: string, operation: ReturnType<Traffic['findOperation']>): boolean =>
  operation === undefined || operation.parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === name);

/** The address of what a response says that it created. */
const readCreated = (exchange: TrafficExchange): string | undefined =>
  http.hasStatus(exchange, 201) ? http.getHeader(exchange.answer, 'location') : undefined;
