import { compare, defineMonitor, type Exchange, http, type Traffic, type TrafficExchange } from '#rule';

/** Finds the earlier exchanges that say what a response must be; undefined where there are none. */
type FindEarlier = (exchange: TrafficExchange, traffic: Traffic) => readonly TrafficExchange[] | undefined;

/** A monitor of responses that earlier exchanges say something of; a flaw is shown with them. */
export const monitorAfter = (
  expected: string,
  find: FindEarlier,
  findFlaw: (exchange: Exchange) => string | undefined,
) =>
  defineMonitor({
    expected,
    on: (exchange, traffic) => {
      const earlier = exchange.answer === undefined ? undefined : find(exchange, traffic);
      if (earlier === undefined) return undefined;
      const flaw = findFlaw(exchange);
      return flaw === undefined ? 'kept' : { flaw, shows: [...earlier, exchange] };
    },
  });

/** A response that is wrong with one of these statuses. */
export const findStatus =
  (...statuses: readonly number[]) =>
  ({ method, answer }: Exchange): string | undefined =>
    answer !== undefined && statuses.includes(answer.status) ? `${method} returned ${answer.status}` : undefined;

/** The latest GET of the same caller at the same path, with nothing written since. */
export function findReads(exchange: TrafficExchange, traffic: Traffic): readonly TrafficExchange[] | undefined {
  const read = traffic.getTrack(exchange.path).reads.at(-1);
  const isSame = read !== undefined && read.caller === exchange.caller && !http.isCached(read);
  return isSame && traffic.isUndisturbed(read, exchange, exchange.path) ? [read] : undefined;
}

/** A removal that succeeded, of an item that the same caller had read, once it must be visible. */
export function findRemoval(exchange: TrafficExchange, traffic: Traffic): readonly TrafficExchange[] | undefined {
  const { write, before } = traffic.getTrack(exchange.path);
  const isRemoved = write?.method === 'DELETE' && http.hasStatus(write, 200, 204) && before !== undefined;
  const isKnown = isRemoved && before.caller === exchange.caller && compare.isObject(before.answer?.json);
  return isKnown && traffic.isSettled(write, exchange, exchange.path) ? [before, write] : undefined;
}

/** Whether the document says that a request needs a header field. */
export const needsField = (exchange: TrafficExchange, traffic: Traffic, isNamed: (name: string) => boolean): boolean =>
  traffic
    .findOperation(exchange)
    ?.parameters.some((one) => one.in === 'header' && one.required && isNamed(one.name.toLowerCase())) === true;

/** Judges the success of a write of an item that was just read, so that nothing is created; 202 leaves the outcome open. */
export const monitorWriteStatus = (method: string) =>
  monitorAfter(
    '200 or 204',
    (exchange, traffic) =>
      exchange.method === method && http.hasStatus(exchange, 2) && !http.hasStatus(exchange, 202)
        ? findReads(exchange, traffic)
        : undefined,
    findStatus(201, 203, 205, 206),
  );

/** Judges each write without If-Match where the document requires it. A POST may need a key instead, and only what exists has an entity tag. */
export const monitorUnconditional = monitorAfter(
  '412 or 428, because If-Match is required',
  (exchange, traffic) => {
    const isBare = exchange.hasFields && exchange.fields['if-match'] === undefined;
    const isRequired =
      traffic.findOperation(exchange)?.statuses.includes(428) ||
      needsField(exchange, traffic, (name) => name === 'if-match');
    return isBare && isRequired && /^(PUT|PATCH|DELETE)$/.test(exchange.method)
      ? findReads(exchange, traffic)
      : undefined;
  },
  findStatus(200, 202, 204),
);
