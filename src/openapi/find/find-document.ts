import type { Client } from '../../http/exchange.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { bundle } from '../bundle/bundle.js';
import type { DocumentError } from '../document-error.js';
import { parseOpenapi } from '../parse/parse-document.js';
import { buildRecordedDocument } from '../recording/build-document.js';
import { type DiscoveredDocument, discoverDocument } from './discover-document.js';
import { createReferenceReader, readNamedDocument, resolveDocumentUrl } from './request-document.js';

/** A complete OpenAPI document. */
export interface FoundDocument extends DiscoveredDocument {
  /** Its parts that are not used. */
  readonly omitted?: readonly string[];
}

/** The named document, or the first one found; `onBroken` gets unusable ones. Throws where the named one is unusable. */
export async function findDocument(
  { openapi, baseUrl }: DeclaredService,
  client: Client,
  onBroken: (error: DocumentError) => void = () => {},
): Promise<FoundDocument | undefined> {
  if (openapi === undefined) {
    const { found, broken } = await discoverDocument(baseUrl, client);
    broken.forEach(onBroken);
    return found && bundleDiscovered(found, { address: new URL(found.source), isNamed: false }, baseUrl, client);
  }
  const text = await readNamedDocument(openapi, baseUrl, client);
  const parsed = parseOpenapi(text, openapi, (value) => buildRecordedDocument(value, baseUrl));
  return bundleDiscovered(
    { ...parsed, source: openapi },
    { address: resolveDocumentUrl(openapi), isNamed: true },
    baseUrl,
    client,
  );
}

async function bundleDiscovered(
  { document, source, notes }: DiscoveredDocument,
  origin: { readonly address: URL; readonly isNamed: boolean },
  baseUrl: string,
  client: Client,
): Promise<FoundDocument> {
  const bundled = await bundle(document, origin.address, createReferenceReader(origin, baseUrl, client));
  const { omitted } = bundled;
  return {
    document: bundled.document,
    source,
    notes: [...notes, ...bundled.notes],
    ...(omitted.length > 0 && { omitted }),
  };
}
