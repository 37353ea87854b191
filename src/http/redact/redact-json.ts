import type { HiddenNames } from './hidden-names.js';
import { redactedText } from './mask-members.js';

interface RedactJsonOptions {
  readonly redact: (text: string) => string;
  readonly names: Pick<HiddenNames, 'isHidden' | 'isAt'>;
}

/** Redacts all texts in a JSON value, including member names. Other values are returned unchanged. */
export const redactJson = <T>(value: T, clearing: RedactJsonOptions): T => redactValue(value, [], false, clearing) as T;

function redactValue(value: unknown, place: readonly string[], isBelow: boolean, clearing: RedactJsonOptions): unknown {
  const { names, redact } = clearing;
  const name = place.at(-1);
  const isHere = isBelow || (name !== undefined && (names.isAt(place) || names.isHidden(name)));
  if (typeof value === 'string') return isHere && value !== '' ? keepNamedPlaceholder(redact(value)) : redact(value);
  if (typeof value === 'number') return isHere ? 0 : redactNumber(value, redact);
  if (Array.isArray(value)) return redactList(value, place, isHere, clearing);
  if (!isPlainObject(value)) return value;
  const isBlotted = isHere && !('type' in value || '$ref' in value || 'properties' in value);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      redact(key),
      redactValue(member, [...place, key], isBlotted, clearing),
    ]),
  );
}

/** An existing placeholder with a name is kept. */
const keepNamedPlaceholder = (text: string): string => (/^\w*\s*\$\{[^{}]+\}$/.test(text) ? text : redactedText);

function redactNumber(value: number, redact: RedactJsonOptions['redact']): number | string {
  const text = String(value);
  const shown = redact(text);
  return shown === text ? value : shown;
}

/** Adjacent texts are also searched as one, because a secret may be split between them. */
function redactList(
  list: readonly unknown[],
  place: readonly string[],
  isBelow: boolean,
  clearing: RedactJsonOptions,
): unknown[] {
  const texts = list.every((entry) => typeof entry === 'string') ? (list as readonly string[]) : undefined;
  const together = texts && clearing.redact(texts.join('\n')).split('\n');
  const isWhole = texts !== undefined && together?.length === texts.length;
  const entries = isWhole ? together : list;
  return entries.map((entry, index) => redactValue(entry, [...place, String(index)], isBelow, clearing));
}

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
