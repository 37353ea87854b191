import type { Client } from '../../http/exchange.js';
import { getHeader, hasStatus } from '../../model/exchange.js';
import { isPathMatch } from '../declared/match-path.js';

/** A client that records the paths of which GET returned an entity tag, whichever step of a survey read them. */
export function recordTaggedPaths(client: Client) {
  const tagged = new Set<string>();
  const send: Client['send'] = async (request) => {
    const exchange = await client.send(request);
    const isTagged = hasStatus(exchange, 200) && getHeader(exchange.answer, 'etag') !== undefined;
    if (request.method === 'GET' && isTagged) tagged.add(request.path.split('?')[0] ?? '');
    return exchange;
  };
  return {
    client: { ...client, send },
    isTagged: (template: string): boolean => [...tagged].some((path) => isPathMatch(template, path)),
  };
}
