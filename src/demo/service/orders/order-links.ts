import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import { drawWord } from '../random-values.js';
import type { Links, Service } from '../request-context.js';
import type { Settings } from '../settings.js';
import type { Order } from './order.js';
import { isPart } from './part-stores.js';

export const getOrderPath = (order: Order): string => `${order.home}/${order.id}`;

export function createOrderLinks(order: Order): Links {
  const self = getOrderPath(order);
  if (isPart(order)) return { self };
  if (order.status === 'pending') return { self, cancellation: `${self}/cancellation`, payment: `${self}/payment` };
  return order.status === 'paid' ? { self, refund: `${self}/refund` } : { self };
}

export function createLinksMember(service: Service, order: Order): JsonObject {
  const { links } = service.settings;
  if (links === 'member') return { links: listOfferedLinks(service, order) };
  if (links !== 'hal') return {};
  const targets = Object.entries(listOfferedLinks(service, order)).map(
    ([relation, href]) => [relation, { href }] as const,
  );
  return { _links: Object.fromEntries(targets) };
}

export function createOrderLinkField(service: Service, order: Order): Links {
  if (service.settings.links !== 'header') return {};
  const targets = Object.entries(listOfferedLinks(service, order)).map(
    ([relation, target]) => `<${target}>; rel="${relation}"`,
  );
  return { link: targets.join(', ') };
}

/** The links in a response; some contain an optional token that is new each time. */
function listOfferedLinks(service: Service, order: Order): Links {
  const links = service.links(order);
  if (!service.settings.hasLinkTokens) return links;
  const tokened = (target: string) => `${target}?session=${drawWord(service.random, 20)}`;
  return Object.fromEntries(Object.entries(links).map(([relation, target]) => [relation, tokened(target)]));
}

export function createLinksSchema({ links }: Settings): { readonly [member: string]: Schema } {
  if (links === 'member') return { links: createOfferSchema({ type: 'string' }) };
  return links === 'hal' ? { _links: createOfferSchema(targetSchema) } : {};
}

const targetSchema: Schema = { type: 'object', properties: { href: { type: 'string' } }, required: ['href'] };

const createOfferSchema = (link: Schema): Schema => ({
  type: 'object',
  properties: { self: link, cancellation: link, payment: link, refund: link },
  required: ['self'],
});
