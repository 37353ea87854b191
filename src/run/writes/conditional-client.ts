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
  const addTag = async (order: CaseRequest): Promise<CaseRequest | undefined> => {
    const { path, as } = order;
    const [plain = path] = path.split('?');
    const headers = { 'cache-control': 'no-cache' };
    const read = await wire.trySend({ method: 'GET', path: plain, headers, role: 'control', ...(as && { as }) });
    const tag = hasStatus(read, 200) ? getHeader(read.answer, 'etag') : undefined;
    return tag === undefined ? undefined : { ...order, headers: { ...order.headers, 'if-match': tag } };
  };
  const go = async <E extends Exchange | RawExchange>(order: CaseRequest, send: (order: CaseRequest) => Promise<E>) => {
    if (!isUnconditionalWrite(order)) return send(order);
    const place = describePlace(order);
    if (conditional.has(place)) return sendTagged((await addTag(order)) ?? order, send);
    const exchange = await send(order);
    if (exchange.answer?.status !== 428) return exchange;
    const again = await addTag(order);
    if (again === undefined) return exchange;
    conditional.add(place);
    return sendTagged(again, send);
  };
  return {
    ...wire,
    send: (order) => go(order, wire.send),
    trySend: (order) => go(order, wire.trySend),
    raw: (order) => go(order, wire.raw),
  };
}

/** Sends a write with a tag, and again with `*` where a weak one is refused. */
async function sendTagged<E extends Exchange | RawExchange>(
  order: CaseRequest,
  send: (order: CaseRequest) => Promise<E>,
): Promise<E> {
  const exchange = await send(order);
  const isWeak = order.headers?.['if-match']?.startsWith('W/') === true;
  return isWeak && exchange.answer?.status === 412
    ? send({ ...order, headers: { ...order.headers, 'if-match': '*' } })
    : exchange;
}

const isUnconditionalWrite = ({ method, headers = {}, isUnconditional }: CaseRequest): boolean =>
  !isUnconditional &&
  (method === 'PUT' || method === 'PATCH' || method === 'DELETE') &&
  !Object.keys(headers).some((name) => /^if-(none-)?match$/i.test(name));

/** The method and the path without its last segment: items of one collection have the same. */
export const describePlace = ({ method, path }: Pick<CaseRequest, 'method' | 'path'>): string =>
  `${method} ${(path.split('?')[0] ?? '').replace(/[^/]*$/, '')}`;
