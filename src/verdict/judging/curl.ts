import type { RecordedExchange } from '../../model/result/report.js';

/** Fields that every HTTP client sets in its own way; they make no difference to what is shown. */
const unspoken = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
  'host',
  'connection',
  'content-length',
  'cache-control',
]);

/** An id that a creation gave out, and the shell variable that takes its place in later lines. */
interface Captured {
  readonly id: string;
  readonly variable: string;
}

/**
 * The exchanges as lines for a POSIX shell. What an answer named is caught in a variable from its Location field, so
 * that the lines work again after the thing itself was cleaned up; hidden values stay `"$NAME"`.
 */
export function curlLines(exchanges: readonly RecordedExchange[]): string[] {
  const captured: Captured[] = [];
  return exchanges.map((exchange, i) => {
    const line = curlLine(exchange, captured);
    const id = idGiven(exchange);
    if (id === undefined || !exchanges.slice(i + 1).some(({ request }) => isIn(request.url, id))) return line;
    const variable = captured.length === 0 ? 'ID' : `ID${captured.length + 1}`;
    captured.push({ id, variable });
    return `${variable}=$(${line.replace('curl -sS -i', 'curl -sS -o /dev/null -D -')} | ${lastSegmentOfLocation})`;
  });
}

const lastSegmentOfLocation = "sed -n 's/^[Ll]ocation: *[^?#[:space:]]*\\/\\([^/?#[:space:]]\\{1,\\}\\).*/\\1/p'";

function curlLine({ request }: RecordedExchange, captured: readonly Captured[]): string {
  const { method, url, content } = request;
  const how = method === 'HEAD' ? '--head ' : method === 'GET' ? '' : `-X ${method} `;
  const parts = [`curl -sS -i ${asGiven(url)}${how}${quoted(url, captured, inUrl)}`];
  for (const field of fieldsOf(request)) parts.push(`-H ${quoted(field, captured, inText)}`);
  if (content !== undefined) parts.push(`--data-raw ${quoted(content, captured, inText)}`);
  return parts.join(' ');
}

/** Keeps curl from reading brackets as ranges, and from resolving dot segments. */
function asGiven(url: string): string {
  const isGlob = /[[\]{}]/.test(url.replaceAll(new RegExp(hidden, 'g'), ''));
  const hasDots = /\/\.\.?(?=[/?#]|$)/.test(url);
  return `${isGlob ? '-g ' : ''}${hasDots ? '--path-as-is ' : ''}`;
}

function fieldsOf({ headers, content }: RecordedExchange['request']): string[] {
  const spoken = Object.entries(headers).filter(([name]) => !unspoken.has(name));
  const fields = spoken.flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  // Content would otherwise get a media type that nobody sent.
  return content === undefined || 'content-type' in headers ? fields : [...fields, 'content-type:'];
}

const hidden = '\\$\\{[A-Za-z_][A-Za-z0-9_.]*\\}';

/** Single-quoted for a POSIX shell, with `${NAME}` and captured ids as double-quoted variables. */
function quoted(text: string, captured: readonly Captured[], place: (id: string) => string | undefined): string {
  const places = captured.map(({ id }) => place(id)).filter((one) => one !== undefined);
  const pieces = text.split(new RegExp(`(${[hidden, ...places].join('|')})`));
  const shown = pieces.map((piece, i) =>
    i % 2 === 1 ? variableOf(piece, captured) : piece === '' ? '' : `'${piece.replaceAll("'", `'\\''`)}'`,
  );
  return shown.join('') || "''";
}

/** A short id could be anything where it is no segment of a path. */
const isTelling = (id: string): boolean => id.length >= 6;

/** Where an id stands in a URL: a whole segment, or a whole value. */
const inUrl = (id: string): string => `(?<=${isTelling(id) ? '[/=]' : '/'})${literally(id)}(?=[/?&#]|$)`;

const isIn = (url: string, id: string): boolean => new RegExp(inUrl(id)).test(url);

/** Where an id stands in other text: a whole word. */
const inText = (id: string): string | undefined =>
  isTelling(id) ? `(?<![\\w-])${literally(id)}(?![\\w-])` : undefined;

function variableOf(piece: string, captured: readonly Captured[]): string {
  const known = captured.find(({ id }) => id === piece);
  return `"$${known?.variable ?? piece.slice(2, -1).replaceAll('.', '_')}"`;
}

function idGiven({ request, answer }: RecordedExchange): string | undefined {
  if (request.method !== 'POST' || answer === undefined || answer.status >= 300) return undefined;
  const location = [answer.headers.location ?? ''].flat()[0] ?? '';
  const id = location.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  return location.includes('/') ? id : undefined;
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
