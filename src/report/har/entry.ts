import type { RecordedExchange } from '../../model/result/report.js';
import { visible } from '../text/escape-control-characters.js';
import { counted } from '../text/report-words.js';
import { pairsIn, uriOf } from './url.js';

type Fields = RecordedExchange['request']['headers'];
interface Pair {
  readonly name: string;
  readonly value: string;
}

/** An exchange as HAR has it; fields and contents are those of the wire, as far as they were kept. */
export function entry(exchange: RecordedExchange, rule: string): Record<string, unknown> {
  const { n, role, request, answer } = exchange;
  const ms = answer?.ms ?? 0;
  return {
    time: ms,
    request: {
      method: request.method,
      url: uriOf(request.url),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: pairsIn(request.url),
      ...(request.content !== undefined && {
        postData: { mimeType: mediaType(request.headers) ?? '', params: [], text: request.content },
      }),
      headersSize: -1,
      bodySize: request.content === undefined ? 0 : Buffer.byteLength(request.content),
    },
    response: answer ? answered(answer) : unanswered(exchange),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    comment: visible(`${rule}: exchange ${n}${role ? `, ${role}` : ''}`),
  };
}

function answered({ status, headers, content = '', cutFrom }: NonNullable<RecordedExchange['answer']>) {
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: {
      size: Buffer.byteLength(content),
      mimeType: mediaType(headers) ?? 'x-unknown',
      text: content,
      ...(cutFrom !== undefined && { comment: `cut here, ${counted(cutFrom, 'character')} as received` }),
    },
    redirectURL: [...valuesOf(headers, 'location')][0] ?? '',
    headersSize: -1,
    bodySize: cutFrom === undefined ? Buffer.byteLength(content) : -1,
  };
}

/** Status 0 is what browsers write where nothing came back. */
const unanswered = ({ silence = 'the reason is not known' }: RecordedExchange) => ({
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
  comment: visible(`no answer: ${silence}`),
});

const pairs = (fields: Fields): Pair[] =>
  Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: one })));

const valuesOf = (fields: Fields, wanted: string): string[] =>
  pairs(fields).flatMap(({ name, value }) => (name.toLowerCase() === wanted ? [value] : []));

const mediaType = (fields: Fields): string | undefined => valuesOf(fields, 'content-type')[0];
