import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import type { HeaderFields } from '../../model/exchange.js';
import { getMember } from '../../model/json.js';

/** Supported content codings; a service may use one although none was requested (RFC 9110 §12.5.3). */
const decoders: Readonly<Record<string, (content: Buffer, limit: number, isPart: boolean) => Buffer>> = {
  gzip: (content, limit, isPart) => gunzipSync(content, chooseOptions(limit, isPart)),
  'x-gzip': (content, limit, isPart) => gunzipSync(content, chooseOptions(limit, isPart)),
  // Some services omit the wrapper that RFC 9110 §8.4.1.2 requires.
  deflate: (content, limit, isPart) =>
    ((content[0] ?? 0) & 0x0f) === 8
      ? inflateSync(content, chooseOptions(limit, isPart))
      : inflateRawSync(content, chooseOptions(limit, isPart)),
  br: (content, maxOutputLength, isPart) =>
    brotliDecompressSync(content, {
      maxOutputLength,
      ...(isPart && { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
    }),
};

/** The end of a part is no error. */
const chooseOptions = (maxOutputLength: number, isPart: boolean): ZlibOptions => ({
  maxOutputLength,
  ...(isPart && { finishFlush: constants.Z_SYNC_FLUSH }),
});

/** Decodes content, or the beginning of one (`isPart`), to at most `limit` octets; returns the reason where that fails. */
export function decodeContent(headers: HeaderFields, content: Buffer, limit: number, isPart = false): Buffer | string {
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
      plain = decode(plain, limit, isPart);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return `content longer than ${limit} octets`;
      return `content that is not valid ${coding}: ${message}`;
    }
  }
  return plain;
}
