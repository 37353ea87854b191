import { always, type Behaviour, isItem, spoiling } from './behaviour.js';
import { inHttp } from './write-answer.js';

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;
const kept = { then: 'keep' } as const;

const lengths: readonly Behaviour[] = [
  always('content-shorter-than-said', 'says 100 octets, sends two and closes', {
    octets: `${ok}content-length: 100\r\n\r\n{}`,
  }),
  always('content-longer-than-said', 'says two octets, sends more, and another answer behind them', {
    ...{ octets: `${ok}content-length: 2\r\n\r\n{"a":1}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`, ...kept },
  }),
  always('negative-content-length', 'says that its content has -1 octets', {
    octets: `${ok}content-length: -1\r\n\r\n{}`,
  }),
  always('content-length-in-scientific-notation', 'says 1e9 octets', { octets: `${ok}content-length: 1e9\r\n\r\n{}` }),
  always('content-length-beyond-all-numbers', 'says 10^30 octets', {
    octets: `${ok}content-length: 1${'0'.repeat(30)}\r\n\r\n{}`,
  }),
  always('two-content-lengths', 'says two different lengths', {
    octets: `${ok}content-length: 2\r\ncontent-length: 7\r\n\r\n{"a":1}`,
  }),
  always('content-length-beside-chunks', 'says a length and sends chunks', {
    ...{ octets: `${ok}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, ...kept },
  }),
];

const chunks: readonly Behaviour[] = [
  always('transfer-encoding-twice', 'says chunked twice', {
    ...{ octets: `${ok}transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, ...kept },
  }),
  always('transfer-encoding-unknown', 'uses a transfer coding that does not exist', {
    octets: `${ok}transfer-encoding: zip\r\n\r\n{}`,
  }),
  always('chunk-of-2-to-the-64', 'begins a chunk of 2^64 octets', { octets: `${chunked}10000000000000000\r\n{}` }),
  always('chunk-size-is-no-number', 'gives the size of a chunk in words', {
    octets: `${chunked}two\r\n{}\r\n0\r\n\r\n`,
  }),
  always('last-chunk-is-missing', 'closes before the last chunk', { octets: `${chunked}2\r\n{}\r\n` }),
  always('trailers', 'sends a length, a cookie and a status behind its content', {
    octets: `${chunked}2\r\n{}\r\n0\r\ncontent-length: 99\r\nset-cookie: a=b\r\n:status: 500\r\n\r\n`,
  }),
];

/** One answer in chunks of one octet each. */
const inCrumbs = (content: Buffer): string =>
  [...content.toString('latin1')].map((octet) => `1\r\n${octet}\r\n`).join('');

const sound: readonly Behaviour[] = [
  spoiling('items-in-crumbs', 'sends each item in chunks of one octet, which is legal', isItem, (said) => {
    const fields = said.fields.filter(([name]) => name.toLowerCase() !== 'content-length');
    const head = inHttp({ ...said, fields, content: Buffer.alloc(0) }).toString('latin1');
    const begun = head.replace('content-length: 0', 'transfer-encoding: chunked');
    return { octets: Buffer.from(`${begun}${inCrumbs(said.content)}0\r\n\r\n`, 'latin1'), ...kept };
  }),
  {
    name: 'http-1.0',
    says: 'speaks HTTP/1.0, without lengths, and closes after each answer',
    turn: async ({ asked, sound: said }) => {
      const answer = await said();
      const fields = answer.fields.filter(([name]) => name.toLowerCase() !== 'content-length');
      const head = [`HTTP/1.0 ${answer.status} ${answer.reason}`, ...fields.map(([n, v]) => `${n}: ${v}`)].join('\r\n');
      const content = asked.method === 'HEAD' ? Buffer.alloc(0) : answer.content;
      return { octets: Buffer.concat([Buffer.from(`${head}\r\n\r\n`), content]) };
    },
  },
  {
    name: 'hints-before-answers',
    says: 'sends 103 twice before each answer, which is legal',
    turn: async ({ asked, sound: said }) => ({
      octets: Buffer.concat([
        Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(2)),
        inHttp(await said(), asked.method === 'HEAD'),
      ]),
      then: asked.fields.some((part) => /^close$/i.test(part)) ? undefined : 'keep',
    }),
  },
];

/** Services whose answers end elsewhere than they say. */
export const framing: readonly Behaviour[] = [...lengths, ...chunks, ...sound];
