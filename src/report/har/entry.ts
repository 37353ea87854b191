import type { RecordedExchange } from '../../model/result/report.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { formatCount } from '../text/report-words.js';
import { parseQuery, toUri } from './url.js';

type Fields = RecordedExchange['request']['headers'];
interface Pair {
  readonly name: string;
  readonly value: string;
}

/** An exchange as a HAR entry; fields and bodies are those sent and received, as far as recorded. */
export function createEntry(exchange: RecordedExchange, rule: string): Record<string, unknown> {
  const { n, role, request, answer } = exchange;
  const ms = answer?.ms ?? 0;
  return {
    time: ms,
    request: {
      method: request.method,
      url: toUri(request.url),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: listPairs(request.headers),
      queryString: parseQuery(request.url),
      ...(request.content !== undefined && {
        postData: { mimeType: findMediaType(request.headers) ?? '', params: [], text: request.content },
      }),
      headersSize: -1,
      bodySize: request.content === undefined ? 0 : Buffer.byteLength(request.content),
    },
    response: answer ? createResponse(answer) : createMissingResponse(exchange),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    comment: escapeControlCharacters(`${rule}: exchange ${n}${role ? `, ${role}` : ''}`),
  };
}

function createResponse({ status, headers, content = '', cutFrom }: NonNullable<RecordedExchange['answer']>) {
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: listPairs(headers),
    content: {
      size: Buffer.byteLength(content),
      mimeType: findMediaType(headers) ?? 'x-unknown',
      text: content,
      ...(cutFrom !== undefined && { comment: `cut here, ${formatCount(cutFrom, 'character')} as received` }),
    },
    redirectURL: [...listValues(headers, 'location')][0] ?? '',
    headersSize: -1,
    bodySize: cutFrom === undefined ? Buffer.byteLength(content) : -1,
  };
}

/** Browsers write status 0 for a missing response. */
const createMissingResponse = ({ silence = 'the reason is not known' }: RecordedExchange) => ({
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
  comment: escapeControlCharacters(`no response: ${silence}`),
});

const listPairs = (fields: Fields): Pair[] =>
  Object.entries(fields).flatMap(([name, value]) => [value].flat().map((one) => ({ name, value: one })));

const listValues = (fields: Fields, wanted: string): string[] =>
  listPairs(fields).flatMap(({ name, value }) => (name.toLowerCase() === wanted ? [value] : []));

const findMediaType = (fields: Fields): string | undefined => listValues(fields, 'content-type')[0];
