import { type Answer, empty, problem } from '../http/answer.js';
import type { Service, Visit } from '../request-context.js';
import type { Settings } from '../settings.js';
import type { Order } from './order.js';

/** The validator of an order. It is weak where bodies change by themselves, since equal tags would then promise equal octets. */
function entityTag(service: Service, order: Order): string {
  const { settings, traffic } = service;
  const node = settings.isFleet ? `-${traffic.node.name}` : '';
  return `${isRestless(settings) ? 'W/' : ''}"${service.stamp(order)}${node}"`;
}

/** What is said of how long an order may be kept, and of how to ask whether it changed. */
export function cacheFields(service: Service, order: Order): Readonly<Record<string, string>> {
  const { hasEtags, maxAge } = service.settings;
  return {
    ...(hasEtags && { etag: entityTag(service, order) }),
    ...(maxAge !== undefined && { 'cache-control': `max-age=${maxAge}` }),
  };
}

/** What a failed precondition answers (RFC 9110 section 13); undefined when all hold. */
export function failedPrecondition(visit: Visit): Answer | undefined {
  const { service, order, headers } = visit;
  if (!service.settings.hasEtags) return undefined;
  const tag = order && entityTag(service, order);
  const wanted = headers['if-match'];
  if (wanted !== undefined && !strongly(wanted, tag)) return problem(412, 'If-Match does not hold.');
  const unwanted = headers['if-none-match'];
  if (unwanted === undefined || !weakly(unwanted, tag)) return undefined;
  const isReading = visit.method === 'GET' || visit.method === 'HEAD';
  return isReading && order ? empty(304, cacheFields(service, order)) : problem(412, 'If-None-Match does not hold.');
}

const isRestless = (settings: Settings): boolean =>
  settings.hasClock ||
  settings.hasRequestId ||
  settings.countsViews ||
  settings.hasWeakEtags ||
  settings.hasInstruments ||
  settings.hasLinkTokens ||
  settings.isSpeltFreely ||
  settings.isFleet;

const opaque = (tag: string): string => tag.replace(/^W\//, '');

const listed = (field: string): string[] => field.match(/(?:W\/)?"[^"]*"/g) ?? [];

function strongly(field: string, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  return field.trim() === '*' || (!tag.startsWith('W/') && listed(field).includes(tag));
}

function weakly(field: string, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  return field.trim() === '*' || listed(field).map(opaque).includes(opaque(tag));
}
