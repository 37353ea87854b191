import type { RequestMeter } from '../../limits/request-meter.js';
import { type Exchange, getHeader, hasStatus, type RawExchange } from '../../model/exchange.js';
import type { CaseClient, CaseRequest } from '../items/case-client.js';

/**
 * Wraps a client for services that require conditional writes (428, RFC 6585 §3): such a write is sent again with the
 * entity tag that GET shows. Writes beside it then have it at once. A weak tag that is refused is replaced by `*`: If-Match
 * compares strongly (RFC 9110 §13.1.1), so no weak tag can be true. A write with an If-Match of its own stays as it is.
 */
export function createConditionalClient(
  wire: CaseClient,
  { conditional }: Pick<RequestMeter, 'conditional'>,
): CaseClient {
  const go = async <E extends Exchange | RawExchange>(order: CaseRequest, send: (order: CaseRequest) => Promise<E>) => {
    const { method, headers = {}, isUnconditional } = order;
    if (isUnconditional || !conditionalMethods.has(method)) return send(order);
    for (const name in headers) if (/^if-(none-)?match$/i.test(name)) return send(order);
    const place = describePlace(order);
    if (conditional.has(place)) return sendTagged(order, await readTag(order, wire), send);
    const exchange = await send(order);
    if (exchange.answer?.status !== 428) return exchange;
    const tag = await readTag(order, wire);
    if (tag === undefined) return exchange;
    conditional.add(place);
    return sendTagged(order, tag, send);
  };
  return {
    ...wire,
    send: (order) => go(order, wire.send),
    trySend: (order) => go(order, wire.trySend),
    raw: (order) => go(order, wire.raw),
  };
}

const conditionalMethods: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** Reads the entity tag of what a write is about. */
async function readTag({ path, as }: CaseRequest, wire: CaseClient): Promise<string | undefined> {
  const [plain = path] = path.split('?');
  const headers = { 'cache-control': 'no-cache' };
  const read = await wire.trySend({ method: 'GET', path: plain, headers, role: 'control', ...(as && { as }) });
  return hasStatus(read, 200) ? getHeader(read.answer, 'etag') : undefined;
}

/** Sends a write with a tag, where there is one, and again with `*` where a weak one is refused. */
async function sendTagged<E extends Exchange | RawExchange>(
  order: CaseRequest,
  tag: string | undefined,
  send: (order: CaseRequest) => Promise<E>,
): Promise<E> {
  if (tag === undefined) return send(order);
  const exchange = await send({ ...order, headers: { ...order.headers, 'if-match': tag } });
  return tag.startsWith('W/') && exchange.answer?.status === 412
    ? send({ ...order, headers: { ...order.headers, 'if-match': '*' } })
    : exchange;
}

/** The method and the path without its last segment: items of one collection have the same. */
export const describePlace = ({ method, path }: Pick<CaseRequest, 'method' | 'path'>): string =>
  `${method} ${(path.split('?')[0] ?? '').replace(/[^/]*$/, '')}`;
