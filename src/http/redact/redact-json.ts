import type { HiddenNames } from './hidden-names.js';
import { redactedText } from './mask-members.js';

interface RedactJsonOptions {
  readonly redact: (text: string) => string;
  readonly names: Pick<HiddenNames, 'isHidden' | 'isAt'>;
}

/** Redacts all texts in a JSON value, including member names. Other values are returned unchanged. */
export const redactJson = <T>(value: T, options: RedactJsonOptions): T => redactValue(value, [], false, options) as T;

function redactValue(value: unknown, place: readonly string[], isBelow: boolean, options: RedactJsonOptions): unknown {
  const { names, redact } = options;
  const name = place.at(-1);
  const isHere = isBelow || (name !== undefined && (names.isAt(place) || names.isHidden(name)));
  if (typeof value === 'string') return isHere && value !== '' ? keepNamedPlaceholder(redact(value)) : redact(value);
  if (typeof value === 'number') return isHere ? 0 : redactNumber(value, redact);
  if (Array.isArray(value)) return redactList(value, place, isHere, options);
  if (!isPlainObject(value)) return value;
  const isMasked = isHere && !('type' in value || '$ref' in value || 'properties' in value);
  const members = Object.entries(value);
  const shown = members.map(([key, member]): [string, unknown] => [
    redact(key),
    redactValue(member, [...place, key], isMasked, options),
  ]);
  const isSame = shown.every(([key, member], index) => key === members[index]?.[0] && member === members[index]?.[1]);
  // A report of thousands of results has few secrets, and is not copied.
  return isSame ? value : Object.fromEntries(shown);
}

/** An existing placeholder with a name is kept. */
const keepNamedPlaceholder = (text: string): string => (/^\w*\s*\$\{[^{}]+\}$/.test(text) ? text : redactedText);

function redactNumber(value: number, redact: RedactJsonOptions['redact']): number | string {
  const text = String(value);
  const shown = redact(text);
  return shown === text ? value : shown;
}

/** Adjacent texts are also searched as one, because a secret may be split between them. */
function redactList(list: readonly unknown[], place: readonly string[], isBelow: boolean, options: RedactJsonOptions) {
  const texts = list.every((entry) => typeof entry === 'string') ? (list as readonly string[]) : undefined;
  const together = texts && options.redact(texts.join('\n')).split('\n');
  const isWhole = texts !== undefined && together?.length === texts.length;
  const entries = isWhole ? together : list;
  const shown = entries.map((entry, index) => redactValue(entry, [...place, String(index)], isBelow, options));
  return shown.every((entry, index) => entry === list[index]) ? list : shown;
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
