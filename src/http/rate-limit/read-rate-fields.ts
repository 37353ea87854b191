import { getHeader, type HeaderFields } from '../../model/exchange.js';
import { type FieldMember, parseFieldMembers } from '../../model/field/structured-field.js';
import { omitUndefined } from '../../model/json.js';

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
    found.set(name, { ...found.get(name), ...omitUndefined(allowance), name });
  };
  for (const policy of parseFieldMembers(headers['ratelimit-policy'])) readPolicy(policy).forEach(add);
  const items = parseFieldMembers(headers.ratelimit);
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

/** `"burst";q=100;w=60`, or `100;w=60` as before version 08. Limits of anything but requests are left out. */
function readPolicy({ value, parameters }: FieldMember): RateAllowance[] {
  const [quota, window] = [parameters.get('q'), parameters.get('w')];
  if (String(parameters.get('qu') ?? 'requests') !== 'requests') return [];
  const name = quota === undefined ? `${value};w=${window}` : `${value}`;
  return [{ name, quota: parseCount(quota ?? value), windowMs: toMs(parseCount(window)) }];
}

/** `"burst";r=50;t=30`. */
function readItem({ key, value, parameters }: FieldMember): RateAllowance[] {
  if (key !== undefined || !parameters.has('r')) return [];
  return [{ name: `${value}`, remaining: parseCount(parameters.get('r')), resetMs: toResetMs(parameters.get('t')) }];
}

/** `limit=100, remaining=50, reset=30`, as in version 07. */
function readDictionary(members: readonly FieldMember[]): RateAllowance[] {
  const get = (name: string) => members.find(({ key }) => key === name)?.value;
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
  const [first, ...policies] = parseFieldMembers(headers[`${prefix}-limit${unit}`]);
  const remaining = parseCount(getHeader({ headers }, `${prefix}-remaining${unit}`));
  const reset = getHeader({ headers }, `${prefix}-reset${unit}`) ?? getHeader({ headers }, `${prefix}-reset`);
  const quota = parseCount(first?.value);
  const window = windowMs ?? toMs(parseCount(first?.parameters.get('w')));
  // Without a window or a reset, nothing is known about a rate.
  const isKnown = remaining !== undefined && (reset !== undefined || window !== undefined);
  const resource = getHeader({ headers }, `${prefix}-resource`) ?? '';
  const name = `${unit}${resource}`;
  return [
    ...(isKnown ? [{ name, quota, windowMs: window, remaining, resetMs: toResetMs(reset, now) ?? window }] : []),
    ...policies.flatMap(readPolicy),
  ];
}

/** A value of a structured field, or the text of another one. */
type FieldValue = FieldMember['value'] | undefined;

/** A quota or the rest of one; undefined for anything but a number of 0 or more. */
function parseCount(value: FieldValue): number | undefined {
  return value !== undefined && /^\d+(\.\d+)?$/.test(`${value}`.trim()) ? Number(value) : undefined;
}

const toMs = (seconds: number | undefined): number | undefined =>
  seconds === undefined || seconds === 0 ? undefined : seconds * 1_000;

/** Numbers from here on are seconds since 1970, or milliseconds; below them, seconds until the reset. */
const leastEpochSeconds = 1e9;
const leastEpochMs = 1e12;

/** The time until a reset that is given in seconds or as a date. Zero can be any part of a second. */
function toResetMs(value: FieldValue, now = 0): number | undefined {
  if (value === undefined) return undefined;
  const number = parseCount(value);
  const date = number === undefined ? Date.parse(`${value}`) : toEpochMs(number);
  if (number !== undefined && date === undefined) return number === 0 ? 1_000 : number * 1_000;
  return date === undefined || Number.isNaN(date) ? undefined : Math.max(1_000, date - now);
}

function toEpochMs(number: number): number | undefined {
  if (number >= leastEpochMs) return number;
  return number >= leastEpochSeconds ? number * 1_000 : undefined;
}
