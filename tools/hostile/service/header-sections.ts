import { type Behaviour, createConstantBehaviour, createSpoilingBehaviour, replaceFields } from './behaviour.js';

const end = 'content-length: 2\r\n\r\n{}';
const okHead = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const createHeadBehaviour = (name: string, says: string, octets: string | Buffer) =>
  createConstantBehaviour(name, says, { octets });

const fieldBehaviours: readonly Behaviour[] = [
  createHeadBehaviour(
    'ten-thousand-fields',
    'sends ten thousand header fields',
    `${okHead}${createFields(10_000)}${end}`,
  ),
  createHeadBehaviour(
    'header-of-a-megabyte',
    'sends one header field of a megabyte',
    `${okHead}x-long: ${'a'.repeat(1 << 20)}\r\n${end}`,
  ),
  createHeadBehaviour('nul-in-a-header', 'has a NUL in a header field', `${okHead}x-odd: a\0b\r\n${end}`),
  createHeadBehaviour(
    'bare-cr-in-a-header',
    'has a lone carriage return in a header field',
    `${okHead}x-odd: a\rset-cookie: b=c\r\n${end}`,
  ),
  createHeadBehaviour('folded-header', 'folds a header field over two lines', `${okHead}x-odd: a\r\n b\r\n${end}`),
  createHeadBehaviour(
    'lone-line-feeds',
    'ends its lines with a line feed alone',
    `${okHead}${end}`.replaceAll('\r\n', '\n'),
  ),
  createHeadBehaviour(
    'header-without-a-colon',
    'has a header line without a colon',
    `${okHead}this is no field\r\n${end}`,
  ),
  createHeadBehaviour('blank-before-the-colon', 'has a blank before a colon', `${okHead}content-length : 2\r\n\r\n{}`),
  createHeadBehaviour(
    'header-name-of-odd-octets',
    'has a header name of octets beyond ASCII',
    Buffer.from(`${okHead}\xff\xfe: a\r\n${end}`, 'latin1'),
  ),
  createHeadBehaviour('header-name-is-empty', 'has a header field without a name', `${okHead}: a\r\n${end}`),
];

const statusBehaviours: readonly Behaviour[] = [
  createHeadBehaviour('status-000', 'answers 000', `HTTP/1.1 000 Nothing\r\n${end}`),
  createHeadBehaviour('status-99', 'answers with a status of two digits', `HTTP/1.1 99 Odd\r\n${end}`),
  createHeadBehaviour('status-999', 'answers 999', `HTTP/1.1 999 Odd\r\n${end}`),
  createHeadBehaviour('status-1000', 'answers with a status of four digits', `HTTP/1.1 1000 Odd\r\n${end}`),
  createHeadBehaviour('status-in-words', 'answers with a status in words', `HTTP/1.1 OK\r\n${end}`),
  createHeadBehaviour(
    'switching-protocols',
    'answers 101 without a request to switch',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ),
  createHeadBehaviour('http-9.9', 'claims to speak HTTP/9.9', `HTTP/9.9 200 OK\r\n${end}`),
  createHeadBehaviour('http-0.9', 'sends content and nothing else', '{"orders":[]}'),
  createHeadBehaviour(
    'http-2-without-asking',
    'answers in the frames of HTTP/2',
    Buffer.from('000000040000000000', 'hex'),
  ),
  createHeadBehaviour('another-protocol', 'speaks SSH', 'SSH-2.0-OpenSSH_9.6\r\n'),
  createHeadBehaviour(
    'noise',
    'sends octets without meaning',
    Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251)),
  ),
];

const responseBehaviours: readonly Behaviour[] = [
  {
    ...createConstantBehaviour('answers-before-the-request', 'answers before it is asked', {
      octets: '',
      then: 'keep',
    }),
    greeting: `${okHead}${end}`,
  },
  createSpoilingBehaviour(
    'cookies-without-number',
    'sets 400 cookies with each answer',
    () => true,
    (said) =>
      replaceFields(
        said,
        ...Array.from({ length: 400 }, (_, i) => ['set-cookie', `c${i}=${'v'.repeat(60)}; Path=/`] as const),
      ),
  ),
];

function createFields(count: number): string {
  return Array.from({ length: count }, (_, i) => `x-${i}: ${i}\r\n`).join('');
}

/** Services with odd status lines and header sections. */
export const headerSections: readonly Behaviour[] = [...fieldBehaviours, ...statusBehaviours, ...responseBehaviours];
