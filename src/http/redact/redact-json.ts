import type { HiddenNames } from './hidden-names.js';
import { blank } from './mask-members.js';

interface Clearing {
  readonly redact: (text: string) => string;
  readonly names: Pick<HiddenNames, 'isHidden' | 'isAt'>;
}

/** A value of JSON with every text in it blotted, names of members as well. What is no JSON is left as it is. */
export const clearJson = <T>(value: T, clearing: Clearing): T => cleared(value, [], false, clearing) as T;

function cleared(value: unknown, place: readonly string[], isBelow: boolean, clearing: Clearing): unknown {
  const { names, redact } = clearing;
  const name = place.at(-1);
  const isHere = isBelow || (name !== undefined && (names.isAt(place) || names.isHidden(name)));
  if (typeof value === 'string') return isHere && value !== '' ? named(redact(value)) : redact(value);
  if (typeof value === 'number') return isHere ? 0 : clearedNumber(value, redact);
  if (Array.isArray(value)) return clearedList(value, place, isHere, clearing);
  if (!isPlain(value)) return value;
  const isBlotted = isHere && !('type' in value || '$ref' in value || 'properties' in value);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [redact(key), cleared(member, [...place, key], isBlotted, clearing)]),
  );
}

/** What is known by a name keeps it. */
const named = (text: string): string => (/^\w*\s*\$\{[^{}]+\}$/.test(text) ? text : blank);

function clearedNumber(value: number, redact: Clearing['redact']): number | string {
  const text = String(value);
  const shown = redact(text);
  return shown === text ? value : shown;
}

/** Texts that stand side by side are read as one, too: a secret may be cut into them. */
function clearedList(
  list: readonly unknown[],
  place: readonly string[],
  isBelow: boolean,
  clearing: Clearing,
): unknown[] {
  const texts = list.every((entry) => typeof entry === 'string') ? (list as readonly string[]) : undefined;
  const together = texts && clearing.redact(texts.join('\n')).split('\n');
  const isWhole = texts !== undefined && together?.length === texts.length;
  const entries = isWhole ? together : list;
  return entries.map((entry, index) => cleared(entry, [...place, String(index)], isBelow, clearing));
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
