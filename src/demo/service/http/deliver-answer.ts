import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** How an answer is put on the wire, where that is not the plain way. */
export interface DeliveryOptions {
  /** The connection is reset in place of an answer. */
  readonly isReset?: true;
  /** Statuses of interim answers that come first. */
  readonly interim?: readonly (102 | 103)[];
  /** No Content-Length: the content comes in chunks of so many octets. */
  readonly chunk?: number;
  /** How the content is coded. */
  readonly coding?: 'gzip' | 'br';
  /** Names of fields are written in odd case. */
  readonly hasMixedCaseNames?: true;
  /** The connection is closed without a word as soon as the answer is handed over. */
  readonly isLast?: true;
}

/** The content as it travels. */
export function encodeContent(content: string, { coding }: DeliveryOptions): Buffer {
  if (coding === 'gzip') return gzipSync(content);
  return coding === 'br' ? brotliCompressSync(content) : Buffer.from(content);
}

/** The fields with their names as they are written. */
export function spellFieldNames(
  fields: OutgoingHttpHeaders,
  { hasMixedCaseNames }: DeliveryOptions,
): OutgoingHttpHeaders {
  if (!hasMixedCaseNames) return fields;
  const odd = (name: string) =>
    [...name].map((letter, at) => (at % 3 === 1 ? letter.toUpperCase() : letter.toLowerCase())).join('');
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [odd(name), value]));
}

/** Sends what comes before the final answer. */
export function sendInterim(response: ServerResponse, { interim = [] }: DeliveryOptions): void {
  for (const status of interim) {
    if (status === 102) response.writeProcessing();
    else response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
  }
}

/** Writes the content and ends the message. */
export function sendContent(response: ServerResponse, content: Buffer | undefined, { chunk }: DeliveryOptions): void {
  if (content === undefined || chunk === undefined) {
    response.end(content);
    return;
  }
  for (let at = 0; at < content.length; at += chunk) response.write(content.subarray(at, at + chunk));
  response.end();
}
