import {
  type Behaviour,
  createConstantBehaviour,
  createSpoilingBehaviour,
  isCreation,
  isItem,
  isList,
} from './behaviour.js';
import { encodeHttp } from './write-answer.js';

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const kilobytes = Buffer.alloc(64 * 1024, ' ');

/** Services that do not come to an end, or come to it too early. */
export const unfinishedAnswers: readonly Behaviour[] = [
  createConstantBehaviour('never-answers', 'takes the request and says nothing', { octets: '', then: 'hang' }),
  createConstantBehaviour('closes-after-the-request', 'takes the request and closes the connection', { octets: '' }),
  createConstantBehaviour('resets-after-the-request', 'takes the request and tears the connection', {
    octets: '',
    then: 'reset',
  }),
  createConstantBehaviour('header-byte-by-byte', 'sends its header section an octet at a time, for ever', {
    ...{ octets: `${head}x-slow: `, forever: 'a', everyMs: 20 },
  }),
  createConstantBehaviour('content-byte-by-byte', 'sends its content an octet at a time, for ever', {
    ...{ octets: `${head}\r\n`, forever: ' ', everyMs: 20 },
  }),
  createConstantBehaviour('endless-content', 'sends content as fast as it is taken, for ever', {
    ...{ octets: `${head}\r\n[`, forever: kilobytes },
  }),
  createConstantBehaviour('endless-chunks', 'sends chunks as fast as they are taken, for ever', {
    octets: `${head}transfer-encoding: chunked\r\n\r\n`,
    forever: Buffer.concat([Buffer.from('10000\r\n'), kilobytes, Buffer.from('\r\n')]),
  }),
  createConstantBehaviour('chunks-of-one-octet', 'sends each octet as a chunk with an extension of 4 kB, for ever', {
    octets: `${head}transfer-encoding: chunked\r\n\r\n`,
    forever: `1;x=${'y'.repeat(4096)}\r\n \r\n`,
  }),
  createConstantBehaviour('endless-header', 'sends header fields as fast as they are taken, for ever', {
    ...{ octets: head, forever: 'x-more: and more\r\n'.repeat(1000) },
  }),
  createConstantBehaviour('continue-flood', 'sends 100 (Continue) for ever', {
    ...{ octets: '', forever: 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100) },
  }),
  createConstantBehaviour('early-hints-flood', 'sends 103 (Early Hints) for ever', {
    octets: '',
    forever: 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(100),
  }),
  createConstantBehaviour('two-gigabytes-announced', 'announces 2 GB and sends two octets of them', {
    ...{ octets: `${head}content-length: 2147483648\r\n\r\n{}`, then: 'hang' },
  }),
  createSpoilingBehaviour(
    'creations-are-not-answered',
    'makes what it is asked for, and does not say so',
    isCreation,
    () => ({
      octets: '',
      then: 'hang',
    }),
  ),
  createSpoilingBehaviour('items-are-not-answered', 'does not answer when one item is read', isItem, () => ({
    octets: '',
    then: 'hang',
  })),
  createSpoilingBehaviour('list-is-torn', 'tears the connection in the middle of the list', isList, (said) => ({
    octets: encodeHttp(said).subarray(0, -Math.ceil(said.content.length / 2)),
    then: 'reset',
  })),
  createSpoilingBehaviour('item-is-torn', 'tears the connection in the middle of an item', isItem, (said) => ({
    octets: encodeHttp(said).subarray(0, -Math.ceil(said.content.length / 2)),
    then: 'reset',
  })),
  createSpoilingBehaviour('item-is-cut', 'closes the connection in the middle of an item', isItem, (said) => ({
    octets: encodeHttp(said).subarray(0, -Math.ceil(said.content.length / 2)),
  })),
];
