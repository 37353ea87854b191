import { type Answer, empty, problem } from './answer.js';
import type { Order } from './orders.js';
import type { Service, Visit } from './visit.js';

/** The validator of an order. It is weak where bodies change by themselves, since equal tags would then promise equal octets. */
export function entityTag({ settings }: Service, order: Order): string {
  const isRestless = settings.hasClock || settings.hasRequestId || settings.countsViews;
  return `${isRestless ? 'W/' : ''}"${order.stamp.toString(36)}"`;
}

/** The validator as a header field, in the dialect that has one. */
export const validator = (service: Service, order: Order): Readonly<Record<string, string>> =>
  service.settings.hasEtags ? { etag: entityTag(service, order) } : {};

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
  return isReading && tag ? empty(304, { etag: tag }) : problem(412, 'If-None-Match does not hold.');
}

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
