import type { Problem } from '../../model/profile/profile-error.js';
import { checkBaseUrl } from '../connection/base-url.js';
import type { FileProfile } from '../file/file-content.js';
import type { LoadProfileOptions } from '../load-options.js';
import { createSecretText, type SendableText } from '../secrets/secret-text.js';
import { isCredentialName, isFieldValue, parseHeader, toSendable } from './header-line.js';

export interface ParsedFlags {
  readonly baseUrl: string | undefined;
  readonly headers: ReadonlyMap<string, SendableText>;
  /** The value of an Authorization field, from a variable. */
  readonly token: SendableText | undefined;
  /** Paths under the base URL. */
  readonly collections: readonly string[];
  /** The queries of these paths, which begin with `?`. */
  readonly collectionQueries: Readonly<Record<string, string>>;
  readonly limits: NonNullable<FileProfile['limits']>;
  readonly problems: readonly Problem[];
}

export function readFlags(options: LoadProfileOptions): ParsedFlags {
  const base = options.baseUrl === undefined ? undefined : checkBaseUrl(options.baseUrl);
  const lines = (options.headers ?? []).map(parseHeader);
  const baseUrl = base && 'url' in base ? base.url : undefined;
  const paths = (options.collections ?? []).map((text) => resolvePath(text, baseUrl));
  const { cases, minRules, maxRequests, maxSeconds, maxLive, maxLeft, concurrency, rate } = options;
  const limits = { cases, minRules, maxRequests, maxSeconds, maxLive, maxLeft, concurrency, rate };
  const headers = lines.flatMap((line) =>
    'name' in line ? [[line.name, toSendable(line.name, line.value)] as const] : [],
  );
  return {
    baseUrl,
    headers: new Map(headers),
    token: options.tokenEnv === undefined ? undefined : readToken(options.tokenEnv, options),
    collections: paths.flatMap((path) => ('path' in path ? [path.path] : [])),
    collectionQueries: Object.fromEntries(
      paths.flatMap((path) => ('path' in path && path.query !== '' ? [[path.path, path.query]] : [])),
    ),
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
    problems: [
      ...(base && 'problem' in base ? [{ file: toPrintableUrl(options.baseUrl ?? ''), message: base.problem }] : []),
      ...lines.flatMap((line) => ('problem' in line ? [{ file: '--header', message: line.problem }] : [])),
      ...paths.flatMap((path) => ('trouble' in path ? [{ file: '--collection', message: path.trouble }] : [])),
      ...findCountProblems(options),
      ...findTokenProblems(options),
      ...(rate !== undefined && rate !== automaticRate && parseRate(rate) === undefined
        ? [{ file: '--rate', message: describeRateProblem(rate, true) }]
        : []),
    ],
  };
}

/** A base URL for messages: query, fragment and credentials can be secret. */
const toPrintableUrl = (text: string): string =>
  text === '' ? 'base URL' : text.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');

/** Parses a collection as a path under the base URL, and the query of its list; its whole URL is accepted. */
function resolvePath(text: string, baseUrl: string | undefined): CollectionPlace | { trouble: string } {
  const isWhole = baseUrl !== undefined && text.startsWith(`${baseUrl}/`);
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#\s]+)?$/.exec(isWhole ? text.slice(baseUrl.length) : text) ?? [];
  if ([...new URLSearchParams(query).keys()].some(isCredentialName))
    return {
      trouble: 'the query of a collection is shown in reports, and this one has a credential; give it under auth',
    };
  if (/^\/[^/\s]/.test(path) && !/[\s{}]/.test(path)) return { path: path.replace(/\/+$/, '/'), query };
  return {
    trouble: `expected a path under the base URL that starts with /, found ${JSON.stringify(text && toPrintableUrl(text))}`,
  };
}

interface CollectionPlace {
  readonly path: string;
  readonly query: string;
}

const readToken = (name: string, { env }: LoadProfileOptions): SendableText =>
  createSecretText(name, `Bearer ${(env[name] ?? '').trim().replace(/^Bearer +/i, '')}`);

function findTokenProblems({ tokenEnv, env }: LoadProfileOptions): Problem[] {
  if (tokenEnv === undefined) return [];
  const value = env[tokenEnv];
  if (!value) return [{ file: '--token-env', message: describeUnset(tokenEnv) }];
  if (isFieldValue(value)) return [];
  return [{ file: '--token-env', message: `${tokenEnv} contains characters that cannot be sent in a header field` }];
}

/** An invalid variable name can be the token itself, so it is not repeated. */
const describeUnset = (name: string): string =>
  /^[A-Z_][A-Z0-9_]{0,40}$/.test(name)
    ? `the variable ${name} is not set; export it`
    : 'no variable of that name is set; give the name of the variable that holds the token, not the token';

function findCountProblems(options: LoadProfileOptions): Problem[] {
  const { cases, minRules, maxRequests, maxSeconds, maxLive, maxLeft, concurrency } = options;
  const whole = {
    '--cases': cases,
    '--min-rules': minRules,
    '--max-requests': maxRequests,
    '--max-live': maxLive,
    '--max-left': maxLeft,
    '--concurrency': concurrency,
  };
  const problems = Object.entries(whole)
    .filter(([, count]) => count !== undefined && !(Number.isSafeInteger(count) && count >= 1))
    .map(([file, count]) => ({ file, message: `expected a whole number of 1 or more, found ${count}` }));
  if (maxSeconds === undefined || maxSeconds > 0) return problems;
  return [...problems, { file: '--max-time', message: `expected a number of seconds above 0, found ${maxSeconds}` }];
}

/** Parses requests per second from `20`, `'20'` or `'20/s'`; undefined for anything else. */
export function parseRate(rate: string | number): number | undefined {
  const [, digits] = /^\s*(\d+(?:\.\d+)?)\s*(?:\/\s*s(?:ec)?)?\s*$/.exec(String(rate)) ?? [];
  const perSecond = Number(digits);
  return digits !== undefined && perSecond > 0 ? perSecond : undefined;
}

/** The rate that follows the rate-limit fields of the service. */
export const automaticRate = 'auto';

/** The message for an invalid rate; `isAutomatic` says whether `auto` is possible. */
export const describeRateProblem = (rate: string | number, isAutomatic = false): string =>
  `expected requests per second such as 20 or 20/s${isAutomatic ? `, or ${automaticRate}` : ''}, found ${JSON.stringify(rate)}`;
