import type { JsonObject } from '../http/json.js';
import type { Schema } from '../http/validate.js';
import { word } from '../random-values.js';
import type { Service } from '../request-context.js';
import type { Settings } from '../settings.js';
import type { Links } from './link-targets.js';
import type { Order } from './order.js';

/** The path of an order. */
export const pathOf = (order: Order): string => `/orders/${order.id}`;

/** What an order offers in its state. */
export function linksOf(order: Order): Links {
  const self = pathOf(order);
  if (order.status === 'pending') return { self, cancellation: `${self}/cancellation`, payment: `${self}/payment` };
  return order.status === 'paid' ? { self, refund: `${self}/refund` } : { self };
}

/** The member of an order that carries its links. */
export function linksMember(service: Service, order: Order): JsonObject {
  const { links } = service.settings;
  if (links === 'member') return { links: offered(service, order) };
  if (links !== 'hal') return {};
  const targets = Object.entries(offered(service, order)).map(([relation, href]) => [relation, { href }] as const);
  return { _links: Object.fromEntries(targets) };
}

/** The Link field of an order, in the dialect that has one. */
export function linkField(service: Service, order: Order): Links {
  if (service.settings.links !== 'header') return {};
  const targets = Object.entries(offered(service, order)).map(([relation, target]) => `<${target}>; rel="${relation}"`);
  return { link: targets.join(', ') };
}

/** The links as they are shown: some carry a token of their own each time, which may be used or left out. */
function offered(service: Service, order: Order): Links {
  const links = service.links(order);
  if (!service.settings.hasLinkTokens) return links;
  const tokened = (target: string) => `${target}?session=${word(service.chance, 20)}`;
  return Object.fromEntries(Object.entries(links).map(([relation, target]) => [relation, tokened(target)]));
}

/** The schema of {@link linksMember}. */
export function linksSchema({ links }: Settings): { readonly [member: string]: Schema } {
  if (links === 'member') return { links: offering({ type: 'string' }) };
  return links === 'hal' ? { _links: offering(target) } : {};
}

const target: Schema = { type: 'object', properties: { href: { type: 'string' } }, required: ['href'] };

const offering = (link: Schema): Schema => ({
  type: 'object',
  properties: { self: link, cancellation: link, payment: link, refund: link },
  required: ['self'],
});
