import type { CollectionFacts } from '../../facts/facts.js';
import type { Reply, ServiceRequest, World } from '../state/world.js';

/** Addresses that the root knows: lists without parents, and the document if it is linked. */
function listLinks({ facts }: World): Record<string, string> {
  const lists = facts.collections.filter(({ parent }) => parent === undefined);
  const links = Object.fromEntries(lists.map((one) => [one.plural, addressList(one)]));
  const { document } = facts.design.service;
  return document === 'linked' && facts.documentPath ? { ...links, describedby: facts.documentPath } : links;
}

const addressList = ({ listPath, requiredQuery }: CollectionFacts) =>
  requiredQuery ? `${listPath}?${requiredQuery.name}=${requiredQuery.value}` : listPath;

/** What `/` returns; undefined: nothing is there. */
export function readRoot(world: World, request: ServiceRequest): Reply | undefined {
  const links = listLinks(world);
  const named = Object.entries(links);
  const lines = named.map(([name, href]) => `${name}: ${request.origin}${href}`);
  const description: Record<string, string> = links.describedby
    ? { link: `<${links.describedby}>; rel="service-desc"` }
    : {};
  const reply = { status: 200, headers: description };
  switch (world.facts.design.service.root) {
    case 'links':
      return { ...reply, json: { links } };
    case 'hal':
      return { ...reply, json: { _links: Object.fromEntries(named.map(([name, href]) => [name, { href }])) } };
    case 'json-api':
      return { ...reply, json: { jsonapi: { version: '1.1' }, links: Object.fromEntries(named), meta: {} } };
    case 'text':
      return { ...reply, text: `This is a service.\n${lines.join('\n')}\n` };
    case 'html':
      return {
        ...reply,
        text: `<!doctype html><h1>Service</h1><ul>${named.map(([name, href]) => `<li><a href="${href}">${name}</a></li>`).join('')}</ul>`,
      };
    case 'forbidden':
      return { ...reply, status: 403, text: '<!doctype html><h1>403 Forbidden</h1>' };
    case 'missing':
      return { ...reply, status: 404, text: '<!doctype html><h1>404 Not Found</h1>' };
  }
}
