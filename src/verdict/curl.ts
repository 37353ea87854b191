import type { RecordedExchange } from './report.js';

/** Fields that every HTTP client sets in its own way; they make no difference to what is shown. */
const unspoken = new Set([
  'accept',
  'accept-encoding',
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
    const isUsed = id !== undefined && exchanges.slice(i + 1).some(({ request }) => request.url.includes(id));
    if (id === undefined || !isUsed) return line;
    const variable = captured.length === 0 ? 'ID' : `ID${captured.length + 1}`;
    captured.push({ id, variable });
    return `${variable}=$(${line.replace('curl -sS -i', 'curl -sS -o /dev/null -D -')} | sed -n 's/^[Ll]ocation:.*\\/\\([^/[:space:]]*\\).*/\\1/p')`;
  });
}

function curlLine({ request }: RecordedExchange, captured: readonly Captured[]): string {
  const quote = (text: string) => quoted(text, captured);
  const method = request.method === 'HEAD' ? '--head' : `-X ${request.method}`;
  const parts = [`curl -sS -i ${request.method === 'GET' ? '' : `${method} `}${quote(request.url)}`];
  for (const [name, value] of Object.entries(request.headers)) {
    if (!unspoken.has(name)) for (const one of [value].flat()) parts.push(`-H ${quote(`${name}: ${one}`)}`);
  }
  if (request.content !== undefined) parts.push(`--data-raw ${quote(request.content)}`);
  return parts.join(' ');
}

/** Single-quoted for a POSIX shell, with `${NAME}` and captured ids as double-quoted variables. */
function quoted(text: string, captured: readonly Captured[]): string {
  const names = captured.map(({ id }) => literally(id));
  const pieces = text.split(
    new RegExp(`(\\$\\{[A-Za-z_][A-Za-z0-9_.]*\\}${names.map((name) => `|${name}`).join('')})`),
  );
  const shown = pieces.map((piece, i) =>
    i % 2 === 1 ? variableOf(piece, captured) : piece === '' ? '' : `'${piece.replaceAll("'", `'\\''`)}'`,
  );
  return shown.join('') || "''";
}

function variableOf(piece: string, captured: readonly Captured[]): string {
  const known = captured.find(({ id }) => id === piece);
  return `"$${known?.variable ?? piece.slice(2, -1).replaceAll('.', '_')}"`;
}

function idGiven({ request, answer }: RecordedExchange): string | undefined {
  if (request.method !== 'POST' || answer === undefined || answer.status >= 300) return undefined;
  const location = [answer.headers.location ?? ''].flat()[0] ?? '';
  const id = location.split('?')[0]?.split('/').filter(Boolean).at(-1);
  return id !== undefined && id.length > 0 ? id : undefined;
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
