import { type Behaviour, createConstantBehaviour, createSpoilingBehaviour, isItem } from './behaviour.js';
import { encodeHttp } from './write-answer.js';

const okHead = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const chunkedHead = `${okHead}transfer-encoding: chunked\r\n\r\n`;
const keepOpen = { then: 'keep' } as const;

const lengthBehaviours: readonly Behaviour[] = [
  createConstantBehaviour('content-shorter-than-said', 'says 100 octets, sends two and closes', {
    octets: `${okHead}content-length: 100\r\n\r\n{}`,
  }),
  createConstantBehaviour('content-longer-than-said', 'says two octets, sends more, and another answer behind them', {
    ...{ octets: `${okHead}content-length: 2\r\n\r\n{"a":1}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`, ...keepOpen },
  }),
  createConstantBehaviour('negative-content-length', 'says that its content has -1 octets', {
    octets: `${okHead}content-length: -1\r\n\r\n{}`,
  }),
  createConstantBehaviour('content-length-in-scientific-notation', 'says 1e9 octets', {
    octets: `${okHead}content-length: 1e9\r\n\r\n{}`,
  }),
  createConstantBehaviour('content-length-beyond-all-numbers', 'says 10^30 octets', {
    octets: `${okHead}content-length: 1${'0'.repeat(30)}\r\n\r\n{}`,
  }),
  createConstantBehaviour('two-content-lengths', 'says two different lengths', {
    octets: `${okHead}content-length: 2\r\ncontent-length: 7\r\n\r\n{"a":1}`,
  }),
  createConstantBehaviour('content-length-beside-chunks', 'says a length and sends chunks', {
    ...{ octets: `${okHead}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, ...keepOpen },
  }),
];

const chunkBehaviours: readonly Behaviour[] = [
  createConstantBehaviour('transfer-encoding-twice', 'says chunked twice', {
    ...{
      octets: `${okHead}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      ...keepOpen,
    },
  }),
  createConstantBehaviour('transfer-encoding-unknown', 'uses a transfer coding that does not exist', {
    octets: `${okHead}transfer-encoding: zip\r\n\r\n{}`,
  }),
  createConstantBehaviour('chunk-of-2-to-the-64', 'begins a chunk of 2^64 octets', {
    octets: `${chunkedHead}10000000000000000\r\n{}`,
  }),
  createConstantBehaviour('chunk-size-is-no-number', 'gives the size of a chunk in words', {
    octets: `${chunkedHead}two\r\n{}\r\n0\r\n\r\n`,
  }),
  createConstantBehaviour('last-chunk-is-missing', 'closes before the last chunk', {
    octets: `${chunkedHead}2\r\n{}\r\n`,
  }),
  createConstantBehaviour('trailers', 'sends a length, a cookie and a status behind its content', {
    octets: `${chunkedHead}2\r\n{}\r\n0\r\ncontent-length: 99\r\nset-cookie: a=b\r\n:status: 500\r\n\r\n`,
  }),
];

/** One answer in chunks of one octet each. */
const encodeSingleOctetChunks = (content: Buffer): string =>
  [...content.toString('latin1')].map((octet) => `1\r\n${octet}\r\n`).join('');

const legalBehaviours: readonly Behaviour[] = [
  createSpoilingBehaviour(
    'items-in-crumbs',
    'sends each item in chunks of one octet, which is legal',
    isItem,
    (said) => {
      const fields = said.fields.filter(([name]) => name.toLowerCase() !== 'content-length');
      const head = encodeHttp({ ...said, fields, content: Buffer.alloc(0) }).toString('latin1');
      const begun = head.replace('content-length: 0', 'transfer-encoding: chunked');
      return {
        octets: Buffer.from(`${begun}${encodeSingleOctetChunks(said.content)}0\r\n\r\n`, 'latin1'),
        ...keepOpen,
      };
    },
  ),
  {
    name: 'http-1.0',
    says: 'speaks HTTP/1.0, without lengths, and closes after each answer',
    react: async ({ request, askDemo: said }) => {
      const answer = await said();
      const fields = answer.fields.filter(([name]) => name.toLowerCase() !== 'content-length');
      const head = [`HTTP/1.0 ${answer.status} ${answer.reason}`, ...fields.map(([n, v]) => `${n}: ${v}`)].join('\r\n');
      const content = request.method === 'HEAD' ? Buffer.alloc(0) : answer.content;
      return { octets: Buffer.concat([Buffer.from(`${head}\r\n\r\n`), content]) };
    },
  },
  {
    name: 'hints-before-answers',
    says: 'sends 103 twice before each answer, which is legal',
    react: async ({ request, askDemo: said }) => ({
      octets: Buffer.concat([
        Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(2)),
        encodeHttp(await said(), request.method === 'HEAD'),
      ]),
      then: request.fields.some((part) => /^close$/i.test(part)) ? undefined : 'keep',
    }),
  },
];

/** Services whose answers end elsewhere than they say. */
export const framing: readonly Behaviour[] = [...lengthBehaviours, ...chunkBehaviours, ...legalBehaviours];
