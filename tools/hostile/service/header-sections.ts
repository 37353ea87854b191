import { always, type Behaviour, fielded, spoiling } from './behaviour.js';

const end = 'content-length: 2\r\n\r\n{}';
const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const shown = (name: string, says: string, octets: string | Buffer) => always(name, says, { octets });

const lines: readonly Behaviour[] = [
  shown('ten-thousand-fields', 'sends ten thousand header fields', `${ok}${manyFields(10_000)}${end}`),
  shown(
    'header-of-a-megabyte',
    'sends one header field of a megabyte',
    `${ok}x-long: ${'a'.repeat(1 << 20)}\r\n${end}`,
  ),
  shown('nul-in-a-header', 'has a NUL in a header field', `${ok}x-odd: a\0b\r\n${end}`),
  shown(
    'bare-cr-in-a-header',
    'has a lone carriage return in a header field',
    `${ok}x-odd: a\rset-cookie: b=c\r\n${end}`,
  ),
  shown('folded-header', 'folds a header field over two lines', `${ok}x-odd: a\r\n b\r\n${end}`),
  shown('lone-line-feeds', 'ends its lines with a line feed alone', `${ok}${end}`.replaceAll('\r\n', '\n')),
  shown('header-without-a-colon', 'has a header line without a colon', `${ok}this is no field\r\n${end}`),
  shown('blank-before-the-colon', 'has a blank before a colon', `${ok}content-length : 2\r\n\r\n{}`),
  shown(
    'header-name-of-odd-octets',
    'has a header name of octets beyond ASCII',
    Buffer.from(`${ok}\xff\xfe: a\r\n${end}`, 'latin1'),
  ),
  shown('header-name-is-empty', 'has a header field without a name', `${ok}: a\r\n${end}`),
];

const statuses: readonly Behaviour[] = [
  shown('status-000', 'answers 000', `HTTP/1.1 000 Nothing\r\n${end}`),
  shown('status-99', 'answers with a status of two digits', `HTTP/1.1 99 Odd\r\n${end}`),
  shown('status-999', 'answers 999', `HTTP/1.1 999 Odd\r\n${end}`),
  shown('status-1000', 'answers with a status of four digits', `HTTP/1.1 1000 Odd\r\n${end}`),
  shown('status-in-words', 'answers with a status in words', `HTTP/1.1 OK\r\n${end}`),
  shown(
    'switching-protocols',
    'answers 101 though nobody asked to switch',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ),
  shown('http-9.9', 'claims to speak HTTP/9.9', `HTTP/9.9 200 OK\r\n${end}`),
  shown('http-0.9', 'sends content and nothing else', '{"orders":[]}'),
  shown('http-2-without-asking', 'answers in the frames of HTTP/2', Buffer.from('000000040000000000', 'hex')),
  shown('another-protocol', 'speaks SSH', 'SSH-2.0-OpenSSH_9.6\r\n'),
  shown('noise', 'sends octets without meaning', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251))),
];

const whole: readonly Behaviour[] = [
  {
    ...always('answers-before-the-request', 'answers before it is asked', { octets: '', then: 'keep' }),
    greeting: `${ok}${end}`,
  },
  spoiling(
    'cookies-without-number',
    'sets 400 cookies with each answer',
    () => true,
    (said) =>
      fielded(
        said,
        ...Array.from({ length: 400 }, (_, i) => ['set-cookie', `c${i}=${'v'.repeat(60)}; Path=/`] as const),
      ),
  ),
];

function manyFields(count: number): string {
  return Array.from({ length: count }, (_, i) => `x-${i}: ${i}\r\n`).join('');
}

/** Services with odd status lines and header sections. */
export const heads: readonly Behaviour[] = [...lines, ...statuses, ...whole];
