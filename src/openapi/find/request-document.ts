import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Client } from '../../http/exchange.js';
import { getHeader } from '../../model/exchange.js';
import type { TextReader } from '../bundle/bundle.js';
import { DocumentError } from '../document-error.js';
import { decodeText } from '../parse/parse-text.js';

/** What a request for a document asks for. */
export const documentAcceptHeaders = {
  accept: 'application/json, application/yaml, application/vnd.oai.openapi+json, */*;q=0.1',
};

/** The text of a document that was named, as a URL or as a file. */
export const readNamedDocument = (place: string, baseUrl: string, client: Client): Promise<string> =>
  isUrl(place) ? fetchDocument(place, baseUrl, client) : readTextFile(place, baseUrl);

/** Where relative addresses in a named document count from. */
export const resolveDocumentUrl = (place: string): URL =>
  isUrl(place) ? new URL(place) : pathToFileURL(resolve(place));

const isUrl = (place: string): boolean => /^https?:\/\//i.test(place);

/**
 * Reads what a document refers to. A document that came over the wire may not reach for files, and one that nobody
 * named may not send us elsewhere.
 */
export const createReferenceReader =
  (document: { readonly address: URL; readonly isNamed: boolean }, baseUrl: string, client: Client): TextReader =>
  async (url) => {
    if (url.protocol === 'file:') {
      if (document.address.protocol !== 'file:')
        throw new Error('is a file, which a document from the wire may not name');
      return readTextFile(fileURLToPath(url), baseUrl);
    }
    if (!isUrl(url.href)) throw new Error(`${url.protocol} is not followed`);
    if (!document.isNamed && url.origin !== new URL(baseUrl).origin)
      throw new Error('stands on another origin, where only a document that was named with --openapi may lead');
    return fetchDocument(url.href, baseUrl, client);
  };

async function readTextFile(path: string, baseUrl: string): Promise<string> {
  try {
    return decodeText(await readFile(resolve(path)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const asUrl = path.startsWith('/') ? `; if it is served, name it as ${new URL(path, baseUrl).href}` : '';
    if (code === 'ENOENT') throw new DocumentError(path, `no such file${asUrl}`);
    throw new DocumentError(path, code === 'EISDIR' ? 'is a folder, not a file' : `cannot be read (${code})`);
  }
}

async function fetchDocument(url: string, baseUrl: string, client: Client): Promise<string> {
  if (new URL(url).origin !== new URL(baseUrl).origin) return fetchForeignDocument(url, client);
  const { answer, silence } = await client.send({
    method: 'GET',
    path: url,
    headers: documentAcceptHeaders,
    role: 'survey',
  });
  if (!answer) throw new DocumentError(url, `was not answered: ${silence}`);
  return requireText(url, answer.status, answer.text, getHeader(answer, 'location'));
}

/** The client speaks to the target only, with its credentials; a document elsewhere is asked for without any. */
async function fetchForeignDocument(url: string, client: Client): Promise<string> {
  const { answer, silence } = await client.fetchForeign(url, documentAcceptHeaders);
  if (!answer) throw new DocumentError(url, `was not answered: ${silence}`);
  return requireText(url, answer.status, answer.text, getHeader(answer, 'location'));
}

function requireText(url: string, status: number, text: string, location: string | null | undefined): string {
  if (status === 200) return text;
  const advice =
    status === 401 || status === 403
      ? 'give credentials with --header or auth, or save it to a file'
      : location
        ? `name ${location} instead, where it redirects to`
        : 'check the address';
  throw new DocumentError(url, `was answered with ${status}, no OpenAPI document; ${advice}`);
}
