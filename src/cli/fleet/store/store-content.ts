import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';

/** The content of an object. Size and digest are sent before it, so that a store refuses a part of it. */
export interface StoreContent {
  readonly size: number;
  readonly sha256: string;
  readonly type: string;
  /** Opens it, for each attempt anew. */
  open(): Uint8Array<ArrayBuffer> | ReadableStream;
}

/** The content of a file as it is now; lines that are appended later are not part of it. */
export async function readFileContent(file: string): Promise<StoreContent> {
  const { size } = statSync(file);
  const type = contentTypes[extname(file)] ?? 'text/plain; charset=utf-8';
  const read = () => (size === 0 ? Readable.from([]) : createReadStream(file, { end: size - 1 }));
  const hash = createHash('sha256');
  for await (const chunk of read()) hash.update(chunk);
  const open = () => (size === 0 ? new Uint8Array() : (Readable.toWeb(read()) as ReadableStream));
  return { size, sha256: hash.digest('hex'), type, open };
}

/** So that a browser shows a report that it reads from the store. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.ndjson': 'application/x-ndjson',
  '.md': 'text/markdown; charset=utf-8',
  '.xml': 'application/xml',
};
