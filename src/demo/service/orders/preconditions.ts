import { type Answer, createEmptyAnswer, createProblem } from '../http/answer.js';
import type { RequestContext, Service } from '../request-context.js';
import type { Settings } from '../settings.js';
import type { Order } from './order.js';

/** The entity tag of an order. It is weak if members change by themselves, because equal strong tags promise equal octets. */
function createEntityTag(service: Service, order: Order): string {
  const { settings, traffic } = service;
  const node = settings.isFleet ? `-${traffic.node.name}` : '';
  return `${hasChangingBodies(settings) ? 'W/' : ''}"${service.stamp(order)}${node}"`;
}

export function createCacheFields(service: Service, order: Order): Readonly<Record<string, string>> {
  const { hasEtags, maxAge } = service.settings;
  return {
    ...(hasEtags && { etag: createEntityTag(service, order) }),
    ...(maxAge !== undefined && { 'cache-control': `max-age=${maxAge}` }),
  };
}

/** The response to a failed precondition (RFC 9110 §13); undefined when all hold. */
export function refuseFailedPrecondition(visit: RequestContext): Answer | undefined {
  const { service, order, headers } = visit;
  if (!service.settings.hasEtags) return undefined;
  const tag = order && createEntityTag(service, order);
  const wanted = headers['if-match'];
  const isMissing = wanted === undefined && service.settings.isIfMatchRequired && isWrite(visit);
  if (isMissing && order) return createProblem(428, 'If-Match is required.');
  if (wanted !== undefined && !isStrongMatch(wanted, tag)) return createProblem(412, 'If-Match does not hold.');
  const unwanted = headers['if-none-match'];
  if (unwanted === undefined || !isWeakMatch(unwanted, tag)) return undefined;
  const isReading = visit.method === 'GET' || visit.method === 'HEAD';
  return isReading && order
    ? createEmptyAnswer(304, createCacheFields(service, order))
    : createProblem(412, 'If-None-Match does not hold.');
}

const hasChangingBodies = (settings: Settings) =>
  settings.hasClock ||
  settings.hasRequestId ||
  settings.countsViews ||
  settings.hasWeakEtags ||
  settings.hasInstruments ||
  settings.hasLinkTokens ||
  settings.isSpeltFreely ||
  settings.isFleet;

const stripWeakness = (tag: string): string => tag.replace(/^W\//, '');

const parseTags = (field: string): string[] => field.match(/(?:W\/)?"[^"]*"/g) ?? [];

/** Whether If-Match names the tag: by strong comparison (RFC 9110 §8.8.3.2). */
export function isStrongMatch(field: string, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  return field.trim() === '*' || (!tag.startsWith('W/') && parseTags(field).includes(tag));
}

/** Whether If-None-Match names the tag: by weak comparison. */
export function isWeakMatch(field: string, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  return field.trim() === '*' || parseTags(field).map(stripWeakness).includes(stripWeakness(tag));
}

const isWrite = ({ method }: RequestContext): boolean => method === 'PUT' || method === 'PATCH' || method === 'DELETE';
