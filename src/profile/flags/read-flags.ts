import type { Problem } from '../../model/profile/profile-error.js';
import { checkBaseUrl } from '../connection/base-url.js';
import type { FileProfile } from '../file/file-content.js';
import type { AimOptions } from '../load-options.js';
import { concealed, type Sendable } from '../secrets/secret-text.js';
import { isFieldValue, parseHeader, sendable } from './header-line.js';
import { parseRate, rateTrouble } from './parse-rate.js';

/** What the flags say, and what is wrong with them. */
export interface Flags {
  readonly baseUrl: string | undefined;
  readonly headers: ReadonlyMap<string, Sendable>;
  /** The value of an Authorization field, from a variable. */
  readonly token: Sendable | undefined;
  /** Paths under the base URL. */
  readonly collections: readonly string[];
  readonly limits: NonNullable<FileProfile['limits']>;
  readonly problems: readonly Problem[];
}

/** Checks everything that was said on the command line. */
export function readFlags(options: AimOptions): Flags {
  const base = options.baseUrl === undefined ? undefined : checkBaseUrl(options.baseUrl);
  const lines = (options.headers ?? []).map(parseHeader);
  const baseUrl = base && 'url' in base ? base.url : undefined;
  const paths = (options.collections ?? []).map((text) => pathUnder(text, baseUrl));
  const { cases, maxRequests, maxSeconds, maxLive, concurrency, rate } = options;
  const limits = { cases, maxRequests, maxSeconds, maxLive, concurrency, rate };
  const headers = lines.flatMap((line) =>
    'name' in line ? [[line.name, sendable(line.name, line.value)] as const] : [],
  );
  return {
    baseUrl,
    headers: new Map(headers),
    token: options.tokenEnv === undefined ? undefined : tokenIn(options.tokenEnv, options),
    collections: paths.flatMap((path) => ('path' in path ? [path.path] : [])),
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
    problems: [
      ...(base && 'trouble' in base ? [{ file: shownUrl(options.baseUrl ?? ''), message: base.trouble }] : []),
      ...lines.flatMap((line) => ('trouble' in line ? [{ file: '--header', message: line.trouble }] : [])),
      ...paths.flatMap((path) => ('trouble' in path ? [{ file: '--collection', message: path.trouble }] : [])),
      ...wrongCounts(options),
      ...wrongToken(options),
      ...(rate !== undefined && parseRate(rate) === undefined ? [{ file: '--rate', message: rateTrouble(rate) }] : []),
    ],
  };
}

/** A base URL as it may be repeated: a query, a fragment or credentials could be secret. */
const shownUrl = (text: string): string =>
  text === '' ? 'base URL' : text.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');

/** A collection as a path under the base URL; its whole URL will do. */
function pathUnder(text: string, baseUrl: string | undefined): { path: string } | { trouble: string } {
  const isWhole = baseUrl !== undefined && text.startsWith(`${baseUrl}/`);
  const path = isWhole ? text.slice(baseUrl.length) : text;
  if (/^\/[^/?#\s]/.test(path) && !/[?#\s{}]/.test(path)) return { path: path.replace(/\/+$/, '') };
  return { trouble: `expected a path under the base URL that starts with /, found ${JSON.stringify(shownUrl(text))}` };
}

const tokenIn = (name: string, { env }: AimOptions): Sendable =>
  concealed(name, `Bearer ${(env[name] ?? '').trim().replace(/^Bearer +/i, '')}`);

function wrongToken({ tokenEnv, env }: AimOptions): Problem[] {
  if (tokenEnv === undefined) return [];
  const value = env[tokenEnv];
  if (!value) return [{ file: '--token-env', message: unset(tokenEnv) }];
  if (isFieldValue(value)) return [];
  return [{ file: '--token-env', message: `${tokenEnv} holds characters that cannot be sent in a header field` }];
}

/** What does not look like a variable may be the token itself, given in the wrong place: it is not said again. */
const unset = (name: string): string =>
  /^[A-Z_][A-Z0-9_]{0,40}$/.test(name)
    ? `the variable ${name} is not set; export it`
    : 'no variable of that name is set; give the name of the variable that holds the token, not the token';

function wrongCounts({ cases, maxRequests, maxSeconds, maxLive, concurrency }: AimOptions): Problem[] {
  const whole = {
    '--cases': cases,
    '--max-requests': maxRequests,
    '--max-live': maxLive,
    '--concurrency': concurrency,
  };
  const problems = Object.entries(whole)
    .filter(([, count]) => count !== undefined && !(Number.isSafeInteger(count) && count >= 1))
    .map(([file, count]) => ({ file, message: `expected a whole number of 1 or more, found ${count}` }));
  if (maxSeconds === undefined || maxSeconds > 0) return problems;
  return [...problems, { file: '--max-time', message: `expected a number of seconds above 0, found ${maxSeconds}` }];
}
