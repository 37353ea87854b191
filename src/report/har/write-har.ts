import { listFindings } from '../../model/result/findings.js';
import type { RecordedExchange, Report } from '../../model/result/report.js';
import { renderJsonText } from '../json/json-text.js';
import { formatIdentity } from '../results/result-identity.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { formatCount, getHeadline } from '../text/report-words.js';

/** Characters that RFC 3986 allows in a URI; brackets only around an address. */
const authorityPattern = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

const forbiddenPattern = /%(?![0-9a-f]{2})|[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/giu;

/** Writes HAR 1.2: the exchanges of each violation, a page for each, spaced by their durations. */
export function writeHar(report: Report): string {
  const violated = listFindings(report).map(({ result }) => result);
  const pages = violated.map((result, index) => ({
    startedDateTime: computeInstant(report, 0),
    id: `finding-${index + 1}`,
    title: escapeControlCharacters(`${formatIdentity(result)}: ${getHeadline(result)}`),
    pageTimings: {},
    comment: escapeControlCharacters(
      `${result.level} ${result.clause}: ${result.title}; reproduce: ${result.evidence?.replay ?? 'no evidence was recorded'}`,
    ),
  }));
  let elapsed = 0;
  const entries = violated.flatMap((result, index) =>
    (result.evidence?.exchanges ?? []).map((exchange) => {
      const startedDateTime = computeInstant(report, elapsed);
      elapsed += exchange.answer?.ms ?? 0;
      return { pageref: `finding-${index + 1}`, startedDateTime, ...createEntry(exchange, formatIdentity(result)) };
    }),
  );
  const creator = { name: report.kit.name, version: escapeControlCharacters(report.kit.version) };
  return renderJsonText({ log: { version: '1.2', creator, pages, entries, comment: createComment(report) } });
}

const createComment = ({ target }: Report): string =>
  escapeControlCharacters(
    `exchanges of the violations found at ${target.baseUrl}; secrets are redacted, times of sending are not recorded`,
  );

function computeInstant({ startedAt }: Report, elapsed: number): string {
  const start = Date.parse(startedAt);
  return new Date((Number.isNaN(start) ? 0 : start) + Math.round(elapsed)).toISOString();
}

type Fields = RecordedExchange['request']['headers'];

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** An exchange as a HAR entry; fields and bodies are those sent and received, as far as recorded. */
function createEntry(exchange: RecordedExchange, rule: string): Record<string, unknown> {
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

/** Encodes a URL as RFC 3986 requires; characters sent raw are escaped, and nothing else changes, dot segments neither. */
export function toUri(url: string): string {
  const start = authorityPattern.exec(url)?.[0] ?? '';
  const [before, ...fragments] = url.slice(start.length).split('#');
  const fragment = fragments.length > 0 ? `#${fragments.map(escapeForbidden).join('%23')}` : '';
  return `${start.replace(/[^A-Za-z0-9\-._~:/@!$&'()*+,;=%[\]]/gu, escapeForbidden)}${escapeForbidden(before ?? '')}${fragment}`;
}

/** Returns the parameters of the query, decoded. */
function parseQuery(url: string): { name: string; value: string }[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

const escapeForbidden = (text: string): string =>
  text.replace(forbiddenPattern, (part) => encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')));
