import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { type Behaviour, fielded, isDocument, isItem, type Said, saying, spoiling } from './behaviour.js';

const coded = (name: string, says: string, coding: string, encode: (content: Buffer) => Buffer): Behaviour =>
  spoiling(name, says, isItem, (said) => put(said, coding, encode(said.content)));

const put = (said: Said, coding: string, content: Buffer): Said =>
  fielded(saying(said, content), ['content-encoding', coding]);

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const megabytes = 200;

/** 200 MB of blanks in 200 kB. */
const gzipBomb = once(() => gzipSync(Buffer.alloc(megabytes << 20, ' ')));
/** The same in a few hundred octets. */
const nestedBomb = once(() => gzipSync(gzipBomb()));
const brotliBomb = once(() =>
  brotliCompressSync(Buffer.alloc(megabytes << 20, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
);

/** Services that pack their content. */
export const codings: readonly Behaviour[] = [
  coded('gzip-unasked', 'packs each item though nobody asked for it, which is legal', 'gzip', gzipSync),
  coded('gzip-bomb', 'packs 200 MB of blanks as an item', 'gzip', gzipBomb),
  coded('gzip-bomb-in-gzip', 'packs 200 MB of blanks twice', 'gzip, gzip', nestedBomb),
  coded('brotli-bomb', 'packs 200 MB of blanks with Brotli', 'br', brotliBomb),
  coded(
    'deflate-bomb',
    'packs 200 MB of blanks with deflate',
    'deflate',
    once(() => deflateSync(Buffer.alloc(megabytes << 20))),
  ),
  coded('gzip-that-is-none', 'calls an item gzip that is plain', 'gzip', (content) => content),
  coded('gzip-cut', 'cuts the packed item', 'gzip', (content) => gzipSync(content).subarray(0, -12)),
  coded('coding-unknown', 'uses a coding that does not exist', 'x-nothing\u001b[31m', (content) => content),
  coded('coding-of-object', 'uses a coding called constructor', 'constructor', (content) => content),
  coded('hundred-codings', 'says a hundred codings', Array(100).fill('gzip').join(', '), (content) =>
    Array.from({ length: 100 }).reduce<Buffer>((packed) => gzipSync(packed), content),
  ),
  spoiling('document-is-a-bomb', 'packs 200 MB as its description', isDocument, (said) =>
    put(said, 'gzip', gzipBomb()),
  ),
];
