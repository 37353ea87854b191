import { escapeRegExp } from '../../model/escapes.js';
import type { RecordedExchange } from '../../model/result/report.js';

/** Fields that every HTTP client sets itself; they have no influence on the reproduction. */
export const defaultFieldNames: ReadonlySet<string> = new Set(
  'accept accept-encoding accept-language user-agent host connection content-length cache-control'.split(' '),
);

/** An id from the response to a creation, and the shell variable that replaces it in later lines. */
interface CapturedId {
  readonly id: string;
  readonly variable: string;
}

/** An id in a response, and the line that prints it. */
interface GivenId {
  readonly id: string;
  readonly readFrom: (line: string) => string;
}

/** Renders the exchanges as lines for a POSIX shell; ids are read into variables, and masked values stay `"$NAME"`. */
export function buildCurlLines(exchanges: readonly RecordedExchange[]): string[] {
  const captured: CapturedId[] = [];
  return exchanges.map((exchange, i) => {
    const line = buildCurlLine(exchange, captured);
    const later = exchanges.slice(i + 1);
    const given = listGivenIds(exchange).find(({ id }) => later.some(({ request }) => hasIdInUrl(request.url, id)));
    if (given === undefined) return line;
    const variable = captured.length === 0 ? 'ID' : `ID${captured.length + 1}`;
    captured.push({ id: given.id, variable });
    return `${variable}=$(${given.readFrom(line)})`;
  });
}

const locationSegmentCommand = "sed -n 's/^[Ll]ocation: *[^?#[:space:]]*\\/\\([^/?#[:space:]]\\{1,\\}\\).*/\\1/p'";

function buildCurlLine({ request }: RecordedExchange, captured: readonly CapturedId[]): string {
  const { method, url, content } = request;
  const how = method === 'HEAD' ? '--head ' : method === 'GET' ? '' : `-X ${method} `;
  const parts = [`curl -sS -i ${buildUrlFlags(url)}${how}${quoteForShell(url, captured, buildUrlIdPattern)}`];
  for (const field of formatHeaderFields(request))
    parts.push(`-H ${quoteForShell(field, captured, buildTextIdPattern)}`);
  if (content !== undefined) parts.push(`--data-raw ${quoteForShell(content, captured, buildTextIdPattern)}`);
  return parts.join(' ');
}

/** Keeps curl from interpreting brackets as ranges, and from resolving dot segments. */
function buildUrlFlags(url: string): string {
  const isGlob = /[[\]{}]/.test(url.replaceAll(new RegExp(placeholderPattern, 'g'), ''));
  const hasDots = /\/\.\.?(?=[/?#]|$)/.test(url);
  return `${isGlob ? '-g ' : ''}${hasDots ? '--path-as-is ' : ''}`;
}

function formatHeaderFields({ headers, content }: RecordedExchange['request']): string[] {
  const spoken = Object.entries(headers).filter(([name]) => !defaultFieldNames.has(name));
  const fields = spoken.flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  // Otherwise curl would add a media type that was not sent.
  return content === undefined || 'content-type' in headers ? fields : [...fields, 'content-type:'];
}

/** A masked value of a recorded request. */
export const placeholderPattern = '\\$\\{[A-Za-z_][A-Za-z0-9_.]*\\}';

/** Single-quotes for a POSIX shell, with `${NAME}` and captured ids as double-quoted variables. */
function quoteForShell(text: string, captured: readonly CapturedId[], place: (id: string) => string | undefined) {
  const places = captured.map(({ id }) => place(id)).filter((one) => one !== undefined);
  const pieces = text.split(new RegExp(`(${[placeholderPattern, ...places].join('|')})`));
  const shown = pieces.map((piece, i) =>
    i % 2 === 1 ? buildVariable(piece, captured) : piece === '' ? '' : `'${piece.replaceAll("'", `'\\''`)}'`,
  );
  return shown.join('') || "''";
}

/** A short id is replaced only if it is a segment of a path: elsewhere it can mean anything. */
const isDistinctiveId = (id: string): boolean => id.length >= 6;

/** Finds an id in a URL: a whole segment, or a whole value. */
export const buildUrlIdPattern = (id: string): string =>
  `(?<=${isDistinctiveId(id) ? '[/=]' : '/'})${escapeRegExp(id)}(?=[/?&#]|$)`;

export const hasIdInUrl = (url: string, id: string): boolean => new RegExp(buildUrlIdPattern(id)).test(url);

/** Finds an id in other text: a whole token. */
export const buildTextIdPattern = (id: string): string | undefined =>
  isDistinctiveId(id) ? `(?<![\\w-])${escapeRegExp(id)}(?![\\w-])` : undefined;

function buildVariable(piece: string, captured: readonly CapturedId[]): string {
  const known = captured.find(({ id }) => id === piece);
  return `"$${known?.variable ?? piece.slice(2, -1).replaceAll('.', '_')}"`;
}

/** Ids in the response to a creation: that of its Location, then members of its content. */
function listGivenIds({ request, answer }: RecordedExchange): GivenId[] {
  if (request.method !== 'POST' || answer === undefined || answer.status >= 300) return [];
  const location = [answer.headers.location ?? ''].flat()[0] ?? '';
  const id = location.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  const readFrom = (line: string) =>
    `${line.replace('curl -sS -i', 'curl -sS -o /dev/null -D -')} | ${locationSegmentCommand}`;
  return [...(location.includes('/') && id !== undefined ? [{ id, readFrom }] : []), ...listIdMembers(answer.content)];
}

/** Members whose first occurrence in the text is a simple value, so that standard tools of a shell can read it. */
function listIdMembers(content = ''): GivenId[] {
  const seen = new Set<string>();
  return [...content.matchAll(/"([A-Za-z_]\w{0,80})" *: *"?([\w.~-]+)(?=["\s,}])/g)].flatMap(
    ([, name = '', id = '']) => {
      if (seen.has(name)) return [];
      seen.add(name);
      const first = new RegExp(`"${name}" *: *"?([^",}\\s]*)`).exec(content)?.[1];
      return first === id ? [{ id, readFrom: (line: string) => buildMemberCommand(line, name) }] : [];
    },
  );
}

const buildMemberCommand = (line: string, name: string): string =>
  `${line.replace('curl -sS -i', 'curl -sS')} | grep -o '"${name}" *: *"\\{0,1\\}[^",}[:space:]]*' | head -n 1 | sed 's/.*[":[:space:]]//'`;
