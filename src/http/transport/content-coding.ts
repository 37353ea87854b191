import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { HeaderFields } from '../../model/exchange.js';
import { getMember } from '../../model/json.js';

/** Supported content codings; a service may use one although none was requested (RFC 9110 §12.5.3). */
const decoders: Readonly<Record<string, (content: Buffer, limit: number) => Buffer>> = {
  gzip: (content, maxOutputLength) => gunzipSync(content, { maxOutputLength }),
  'x-gzip': (content, maxOutputLength) => gunzipSync(content, { maxOutputLength }),
  // Some services omit the wrapper that RFC 9110 §8.4.1.2 requires.
  deflate: (content, maxOutputLength) =>
    ((content[0] ?? 0) & 0x0f) === 8
      ? inflateSync(content, { maxOutputLength })
      : inflateRawSync(content, { maxOutputLength }),
  br: (content, maxOutputLength) => brotliDecompressSync(content, { maxOutputLength }),
};

/** Decodes content, the last coding first. Returns the reason when that is not possible within `limit` octets. */
export function decodeContent(headers: HeaderFields, content: Buffer, limit: number): Buffer | string {
  const codings = [headers['content-encoding'] ?? []].flat().join(',').toLowerCase();
  if (codings === '' || content.length === 0) return content;
  let plain = content;
  for (const coding of codings
    .split(',')
    .map((name) => name.trim())
    .reverse()) {
    if (coding === 'identity' || coding === '') continue;
    const decode = getMember(decoders, coding);
    if (!decode) return `content in the unsupported coding ${coding}`;
    try {
      plain = decode(plain, limit);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return `content longer than ${limit} octets`;
      return `content that is not valid ${coding}: ${message}`;
    }
  }
  return plain;
}
