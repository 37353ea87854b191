import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Client } from '../../http/exchange.js';
import { getHeader } from '../../model/exchange.js';
import { shortenPath } from '../../model/values/shorten-path.js';
import type { TextReader } from '../bundle/bundle.js';
import { DocumentError } from '../document-error.js';
import { decodeText } from '../parse/parse-text.js';

/** What a request for a document accepts. Documents are long, and no rule judges how they travel, so they may be compressed. */
export const documentAcceptHeaders = {
  accept: 'application/json, application/yaml, application/vnd.oai.openapi+json, */*;q=0.1',
  'accept-encoding': 'gzip, br, deflate',
};

export const readNamedDocument = (place: string, baseUrl: string, client: Client): Promise<string> =>
  isUrl(place) ? fetchDocument(place, baseUrl, client) : readTextFile(place, baseUrl);

export const resolveDocumentUrl = (place: string): URL =>
  isUrl(place) ? new URL(place) : pathToFileURL(resolve(place));

const isUrl = (place: string): boolean => /^https?:\/\//i.test(place);

/** Reads references: a URL may not lead to files, nor a document that the user did not name to other origins. */
export const createReferenceReader =
  (document: { readonly address: URL; readonly isNamed: boolean }, baseUrl: string, client: Client): TextReader =>
  async (url) => {
    if (url.protocol === 'file:') {
      if (document.address.protocol !== 'file:')
        throw new Error('is a file, and a document read from a URL may not refer to files');
      return readTextFile(fileURLToPath(url), baseUrl);
    }
    if (!isUrl(url.href)) throw new Error(`${url.protocol} is not supported`);
    if (!document.isNamed && url.origin !== new URL(baseUrl).origin)
      throw new Error('is on another origin; only a document given with --openapi may refer to other origins');
    return fetchDocument(url.href, baseUrl, client);
  };

async function readTextFile(path: string, baseUrl: string): Promise<string> {
  try {
    return decodeText(await readFile(resolve(path)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const short = shortenPath(path);
    const asUrl = short.startsWith('/') ? `; if the service serves it, give ${new URL(path, baseUrl).href}` : '';
    if (code === 'ENOENT') throw new DocumentError(short, `no such file${asUrl}`);
    throw new DocumentError(short, code === 'EISDIR' ? 'is a folder, not a file' : `cannot be read (${code})`);
  }
}

async function fetchDocument(url: string, baseUrl: string, client: Client): Promise<string> {
  // A document at another origin is requested without credentials.
  const { answer, silence } =
    new URL(url).origin === new URL(baseUrl).origin
      ? await client.send({ method: 'GET', path: url, headers: documentAcceptHeaders, role: 'survey' })
      : await client.fetchForeign(url, documentAcceptHeaders);
  if (!answer) throw new DocumentError(url, `no answer: ${silence}`);
  const { status, text } = answer;
  if (status === 200) return text;
  const location = getHeader(answer, 'location');
  const advice =
    status === 401 || status === 403
      ? 'give credentials with --header or auth, or save it to a file'
      : location
        ? `give ${location} instead, where it redirects to`
        : 'check the address';
  throw new DocumentError(url, `returned ${status}, not an OpenAPI document; ${advice}`);
}
