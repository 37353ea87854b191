import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export interface DeliveryOptions {
  /** The connection is reset instead of a response. */
  readonly isReset?: true;
  /** The process ends instead of a response, and is started again. */
  readonly isFatal?: true;
  /** Statuses of interim responses that are sent first. */
  readonly interim?: readonly (102 | 103)[];
  /** No Content-Length: the content is sent in chunks of so many octets. */
  readonly chunk?: number;
  readonly coding?: 'gzip' | 'br';
  /** Field names are sent with unusual case. */
  readonly hasMixedCaseNames?: true;
  /** The connection is closed after the response without announcing it. */
  readonly isLast?: true;
}

/** The content as it is sent. */
export function encodeContent(content: string, { coding }: DeliveryOptions): Buffer {
  if (coding === 'gzip') return gzipSync(content);
  return coding === 'br' ? brotliCompressSync(content) : Buffer.from(content);
}

export function spellFieldNames(fields: OutgoingHttpHeaders, { hasMixedCaseNames }: DeliveryOptions) {
  if (!hasMixedCaseNames) return fields;
  const odd = (name: string) =>
    [...name].map((letter, at) => (at % 3 === 1 ? letter.toUpperCase() : letter.toLowerCase())).join('');
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [odd(name), value]));
}

export function sendInterim(response: ServerResponse, { interim = [] }: DeliveryOptions): void {
  for (const status of interim) {
    if (status === 102) response.writeProcessing();
    else response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
  }
}

export function sendContent(response: ServerResponse, content: Buffer | undefined, { chunk }: DeliveryOptions): void {
  if (content === undefined || chunk === undefined) {
    response.end(content);
    return;
  }
  for (let at = 0; at < content.length; at += chunk) response.write(content.subarray(at, at + chunk));
  response.end();
}
