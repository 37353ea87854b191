import type { Redactor } from '../../http/redact/redactor.js';
import { decodeContent } from '../../http/transport/content-coding.js';
import type { HeaderFields } from '../../model/exchange.js';
import { getHeader } from '../../model/exchange.js';

/** Maximum length of recorded content, in characters; and what is kept after it, where a secret may end. */
const recordLimit = 1024 * 1024;
const keptLength = recordLimit + 8 * 1024;

/** Maximum length of decoded content, in octets. */
const decodedLimit = 8 * keptLength;

/** Number of chunks after which they are merged: many small ones take more memory than their octets. */
const maxChunks = 512;

/**
 * Media types whose content is recorded: those in which credentials can be recognised. HTML, XML and parts of a
 * multipart message have their own syntax for names and values.
 */
const recordedTypes = /^$|[/+](json|.*-json|ndjson|jsonl|x-www-form-urlencoded)\b|^text\/(?!html|xml)/i;

/** Keeps the beginning of a message's content while it passes. */
export class ContentCapture {
  /** Number of octets that passed. */
  length = 0;
  #chunks: Buffer[] = [];
  #kept = 0;

  add(chunk: Buffer): void {
    this.length += chunk.length;
    const room = keptLength - this.#kept;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    this.#kept += part.length;
    if (this.#chunks.push(part) > maxChunks) this.#chunks = [Buffer.concat(this.#chunks)];
  }

  /** The content as it is recorded, and the values that were redacted in it. `isWhole`: the message was complete. */
  record(headers: HeaderFields, isWhole: boolean, { content: redact }: Redactor) {
    if (this.length === 0 && isWhole) return { shown: {}, values: [] };
    const isCut = !isWhole || this.#kept < this.length;
    const text = this.#readText(headers, isCut);
    if (text === undefined) return { shown: { cutFrom: this.length }, values: [] };
    const { text: content, values } = redact(text, recordLimit);
    if (isCut) return { shown: { content, cutFrom: this.length }, values };
    return { shown: text.length > recordLimit ? { content, cutFrom: text.length } : { content }, values };
  }

  /** The content as text; undefined if it has a type that is not recorded, or cannot be decoded. */
  #readText(headers: HeaderFields, isCut: boolean): string | undefined {
    const [type = ''] = (getHeader({ headers }, 'content-type') ?? '').split(';');
    const whole = Buffer.concat(this.#chunks);
    const isRecorded =
      recordedTypes.test(type.trim()) && (type !== '' || /^\s*[[{"]/.test(whole.toString('latin1', 0, 64)));
    const plain = isRecorded ? decodeContent(headers, whole, decodedLimit, isCut) : 'not recorded';
    if (typeof plain === 'string') return undefined;
    try {
      // A character at the end may be incomplete where the content is.
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain, { stream: isCut });
    } catch {
      return undefined;
    }
  }
}
