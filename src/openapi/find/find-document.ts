import type { Client } from '../../http/exchange.js';
import type { JsonObject } from '../../model/json.js';
import type { Known } from '../../model/service/declared-service.js';
import { bundle } from '../bundle/bundle.js';
import { parseOpenapi } from '../parse/parse-document.js';
import { type Discovered, discover } from './discover-document.js';
import { addressOf, beside, named } from './request-document.js';

/** An OpenAPI document as it was found, in one piece. */
export interface Found {
  readonly document: JsonObject;
  readonly source: string;
  /** What was read otherwise than it is written, or could not be. */
  readonly notes: readonly string[];
}

/** The document that was named, or the first one that the service shows; undefined when there is none. */
export async function findDocument({ openapi, baseUrl }: Known, client: Client): Promise<Found | undefined> {
  if (openapi === undefined) {
    const discovered = await discover(baseUrl, client);
    return discovered && whole(discovered, { address: new URL(discovered.source), isNamed: false }, baseUrl, client);
  }
  const parsed = parseOpenapi(await named(openapi, baseUrl, client), openapi);
  return whole({ ...parsed, source: openapi }, { address: addressOf(openapi), isNamed: true }, baseUrl, client);
}

async function whole(
  { document, source, notes }: Discovered,
  origin: { readonly address: URL; readonly isNamed: boolean },
  baseUrl: string,
  client: Client,
): Promise<Found> {
  const bundled = await bundle(document, origin.address, beside(origin, baseUrl, client));
  return { document: bundled.document, source, notes: [...notes, ...bundled.notes] };
}
