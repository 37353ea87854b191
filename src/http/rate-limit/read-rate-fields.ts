import { getHeader, type HeaderFields } from '../../model/exchange.js';

/** What a response says about one rate limit of the service. */
export interface RateAllowance {
  /** Tells apart the limits of a service. */
  readonly name: string;
  /** Requests that are permitted in one window. */
  readonly quota?: number | undefined;
  readonly windowMs?: number | undefined;
  /** Requests that are still permitted until the reset, after this response. */
  readonly remaining?: number | undefined;
  /** Time until the quota is renewed. */
  readonly resetMs?: number | undefined;
}

/**
 * Reads the rate limits from `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers, all forms since
 * version 03), and from `X-RateLimit-*` and `X-Rate-Limit-*`, also with the unit of the window in their names. `epochMs`
 * is the time for a reset that is a date, if the response has no `Date`.
 */
export function readRateFields(headers: HeaderFields, epochMs: number): readonly RateAllowance[] {
  const now = Date.parse(getHeader({ headers }, 'date') ?? '') || epochMs;
  const found = new Map<string, RateAllowance>();
  const add = (allowance: RateAllowance) => {
    const { name } = allowance;
    found.set(name, { ...found.get(name), ...dropUnknown(allowance) });
  };
  for (const policy of parseList(headers['ratelimit-policy'])) readPolicy(policy).forEach(add);
  const items = parseList(headers.ratelimit);
  readDictionary(items).forEach(add);
  for (const item of items) readItem(item).forEach(add);
  for (const prefix of prefixes) for (const unit of units) readTriple(headers, prefix, unit, now).forEach(add);
  return [...found.values()].filter(isUsable);
}

/** Whether a limit has a time: of a number alone, no rate follows. */
const isUsable = ({ remaining, resetMs, quota, windowMs }: RateAllowance): boolean =>
  remaining === undefined ? quota !== undefined && windowMs !== undefined : (resetMs ?? windowMs) !== undefined;

const prefixes = ['ratelimit', 'x-ratelimit', 'x-rate-limit'] as const;
/** Units of windows in field names, in milliseconds; undefined without a unit. */
const units: readonly (readonly [string, number | undefined])[] = [
  ['', undefined],
  ['-second', 1_000],
  ['-minute', 60_000],
  ['-hour', 3_600_000],
  ['-day', 86_400_000],
];

/** A member of a list: `key` is what is before `=` in a dictionary. */
interface ListItem {
  readonly key: string | undefined;
  readonly value: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Parses a list of items with parameters (RFC 8941 §3.1, §3.2); whatever cannot be read is left out later. */
function parseList(field: string | readonly string[] | undefined): readonly ListItem[] {
  if (field === undefined) return [];
  return splitOutsideQuotes([field].flat().join(','), ',').map((member) => {
    const [head = '', ...rest] = splitOutsideQuotes(member, ';');
    const { key, value } = splitPair(head);
    const parameters = rest.map(splitPair).map((pair) => [pair.key ?? pair.value, pair.value] as const);
    return { key, value, parameters: Object.fromEntries(parameters) };
  });
}

const splitOutsideQuotes = (text: string, separator: ',' | ';'): string[] =>
  (text.match(separator === ',' ? /(?:"[^"]*"|[^,"])+/g : /(?:"[^"]*"|[^;"])+/g) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== '');

function splitPair(text: string): { readonly key: string | undefined; readonly value: string } {
  const [, key, value] = /^([a-z*][a-z0-9_*.-]*)\s*=\s*(.*)$/i.exec(text) ?? [];
  return { key: key?.toLowerCase(), value: (value ?? text).replace(/^"([^"]*)"$/, '$1') };
}

/** `"burst";q=100;w=60`, or `100;w=60` as before version 08. Limits of anything but requests are left out. */
function readPolicy({ value, parameters: { q, w, qu = 'requests' } }: ListItem): RateAllowance[] {
  if (qu !== 'requests') return [];
  const quota = parseCount(q ?? value);
  return [{ name: q === undefined ? `${value};w=${w}` : value, quota, windowMs: toMs(parseCount(w)) }];
}

/** `"burst";r=50;t=30`. */
const readItem = ({ key, value, parameters: { r, t } }: ListItem): RateAllowance[] =>
  key === undefined && r !== undefined ? [{ name: value, remaining: parseCount(r), resetMs: toResetMs(t) }] : [];

/** `limit=100, remaining=50, reset=30`, as in version 07. */
function readDictionary(items: readonly ListItem[]): RateAllowance[] {
  const get = (name: string) => items.find(({ key }) => key === name)?.value;
  const remaining = parseCount(get('remaining'));
  return remaining === undefined
    ? []
    : [{ name: '', quota: parseCount(get('limit')), remaining, resetMs: toResetMs(get('reset')) }];
}

/** `RateLimit-Limit: 100, 100;w=60`, `-Remaining` and `-Reset`, as before version 07 and with `X-`. */
function readTriple(
  headers: HeaderFields,
  prefix: string,
  [unit, windowMs]: readonly [string, number | undefined],
  now: number,
): RateAllowance[] {
  const [first, ...policies] = parseList(headers[`${prefix}-limit${unit}`]);
  const remaining = parseCount(getHeader({ headers }, `${prefix}-remaining${unit}`));
  const reset = getHeader({ headers }, `${prefix}-reset${unit}`) ?? getHeader({ headers }, `${prefix}-reset`);
  const quota = parseCount(first?.value);
  const window = windowMs ?? toMs(parseCount(first?.parameters.w));
  // Without a window or a reset, nothing is known about a rate.
  const isKnown = remaining !== undefined && (reset !== undefined || window !== undefined);
  const resource = getHeader({ headers }, `${prefix}-resource`) ?? '';
  const name = `${unit}${resource}`;
  return [
    ...(isKnown ? [{ name, quota, windowMs: window, remaining, resetMs: toResetMs(reset, now) ?? window }] : []),
    ...policies.flatMap(readPolicy),
  ];
}

/** A quota or the rest of one; undefined for anything but a number of 0 or more. */
function parseCount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
}

const toMs = (seconds: number | undefined): number | undefined =>
  seconds === undefined || seconds === 0 ? undefined : seconds * 1_000;

/** Numbers from here on are seconds since 1970, or milliseconds; below them, seconds until the reset. */
const leastEpochSeconds = 1e9;
const leastEpochMs = 1e12;

/** The time until a reset that is given in seconds or as a date. Zero can be any part of a second. */
function toResetMs(text: string | undefined, now = 0): number | undefined {
  if (text === undefined) return undefined;
  const number = parseCount(text);
  const date = number === undefined ? Date.parse(text) : toEpochMs(number);
  if (number !== undefined && date === undefined) return number === 0 ? 1_000 : number * 1_000;
  return date === undefined || Number.isNaN(date) ? undefined : Math.max(1_000, date - now);
}

function toEpochMs(number: number): number | undefined {
  if (number >= leastEpochMs) return number;
  return number >= leastEpochSeconds ? number * 1_000 : undefined;
}

const dropUnknown = (allowance: RateAllowance): RateAllowance =>
  Object.fromEntries(Object.entries(allowance).filter(([, value]) => value !== undefined)) as unknown as RateAllowance;
