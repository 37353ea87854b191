import type { AimOptions } from './aim.js';
import { checkBaseUrl } from './base-url.js';
import type { FileProfile } from './file.js';
import { parseHeader, sendable } from './header-flag.js';
import type { Problem } from './problem.js';
import { parseRate, rateTrouble } from './rate.js';
import type { Sendable } from './texts.js';

/** What the flags say, and what is wrong with them. */
export interface Flags {
  readonly baseUrl: string | undefined;
  readonly headers: ReadonlyMap<string, Sendable>;
  readonly limits: NonNullable<FileProfile['limits']>;
  readonly problems: readonly Problem[];
}

/** Checks everything that was said on the command line. */
export function readFlags(options: AimOptions): Flags {
  const base = options.baseUrl === undefined ? undefined : checkBaseUrl(options.baseUrl);
  const lines = (options.headers ?? []).map(parseHeader);
  const { cases, maxRequests, maxSeconds, concurrency, rate } = options;
  const limits = { cases, maxRequests, maxSeconds, concurrency, rate };
  const headers = lines.flatMap((line) =>
    'name' in line ? [[line.name, sendable(line.name, line.value)] as const] : [],
  );
  return {
    baseUrl: base && 'url' in base ? base.url : undefined,
    headers: new Map(headers),
    limits: Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
    problems: [
      ...(base && 'trouble' in base ? [{ file: shownUrl(options.baseUrl ?? ''), message: base.trouble }] : []),
      ...lines.flatMap((line) => ('trouble' in line ? [{ file: '--header', message: line.trouble }] : [])),
      ...wrongCounts(options),
      ...(rate !== undefined && parseRate(rate) === undefined ? [{ file: '--rate', message: rateTrouble(rate) }] : []),
    ],
  };
}

/** A base URL as it may be repeated: a query, a fragment or credentials could be secret. */
export const shownUrl = (text: string): string =>
  text === '' ? 'base URL' : text.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//');

function wrongCounts({ cases, maxRequests, maxSeconds, concurrency }: AimOptions): Problem[] {
  const whole = { '--cases': cases, '--max-requests': maxRequests, '--concurrency': concurrency };
  const problems = Object.entries(whole)
    .filter(([, count]) => count !== undefined && !(Number.isSafeInteger(count) && count >= 1))
    .map(([file, count]) => ({ file, message: `expected a whole number of 1 or more, found ${count}` }));
  if (maxSeconds === undefined || maxSeconds > 0) return problems;
  return [...problems, { file: '--max-time', message: `expected a number of seconds above 0, found ${maxSeconds}` }];
}
