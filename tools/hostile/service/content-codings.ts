import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import {
  type Behaviour,
  createSpoilingBehaviour,
  type HostileAnswer,
  isDocument,
  isItem,
  replaceContent,
  replaceFields,
} from './behaviour.js';

const createCodingBehaviour = (
  name: string,
  says: string,
  coding: string,
  encode: (content: Buffer) => Buffer,
): Behaviour =>
  createSpoilingBehaviour(name, says, isItem, (said) => setEncodedContent(said, coding, encode(said.content)));

const setEncodedContent = (said: HostileAnswer, coding: string, content: Buffer): HostileAnswer =>
  replaceFields(replaceContent(said, content), ['content-encoding', coding]);

const memoize = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const megabytes = 200;

/** 200 MB of blanks in 200 kB. */
const createGzipBomb = memoize(() => gzipSync(Buffer.alloc(megabytes << 20, ' ')));
/** The same in a few hundred octets. */
const createNestedBomb = memoize(() => gzipSync(createGzipBomb()));
const createBrotliBomb = memoize(() =>
  brotliCompressSync(Buffer.alloc(megabytes << 20, ' '), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
);

/** Services that pack their content. */
export const codings: readonly Behaviour[] = [
  createCodingBehaviour(
    'gzip-unasked',
    'compresses each item without a request for it, which is legal',
    'gzip',
    gzipSync,
  ),
  createCodingBehaviour('gzip-bomb', 'packs 200 MB of blanks as an item', 'gzip', createGzipBomb),
  createCodingBehaviour('gzip-bomb-in-gzip', 'packs 200 MB of blanks twice', 'gzip, gzip', createNestedBomb),
  createCodingBehaviour('brotli-bomb', 'packs 200 MB of blanks with Brotli', 'br', createBrotliBomb),
  createCodingBehaviour(
    'deflate-bomb',
    'packs 200 MB of blanks with deflate',
    'deflate',
    memoize(() => deflateSync(Buffer.alloc(megabytes << 20))),
  ),
  createCodingBehaviour('gzip-that-is-none', 'calls an item gzip that is plain', 'gzip', (content) => content),
  createCodingBehaviour('gzip-cut', 'cuts the packed item', 'gzip', (content) => gzipSync(content).subarray(0, -12)),
  createCodingBehaviour(
    'coding-unknown',
    'uses a coding that does not exist',
    'x-nothing\u001b[31m',
    (content) => content,
  ),
  createCodingBehaviour('coding-of-object', 'uses a coding called constructor', 'constructor', (content) => content),
  createCodingBehaviour('hundred-codings', 'says a hundred codings', Array(100).fill('gzip').join(', '), (content) =>
    Array.from({ length: 100 }).reduce<Buffer>((packed) => gzipSync(packed), content),
  ),
  createSpoilingBehaviour('document-is-a-bomb', 'packs 200 MB as its description', isDocument, (said) =>
    setEncodedContent(said, 'gzip', createGzipBomb()),
  ),
];
