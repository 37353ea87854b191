import type { HeaderFields } from '../../model/exchange.js';
import type { Redaction } from '../../model/redaction.js';
import type { NamedSecret } from '../../model/secret.js';
import { createHiddenNames, type HiddenNames } from './hidden-names.js';
import { applyMasks, type Mask, mergeMasks } from './mask.js';
import { createAddressSearch, redactedText } from './mask-members.js';
import { SecretSearch } from './secret-search.js';

const maxLatestValues = 256;

/** A shorter value may be part of any sentence about another exchange. */
const minLatestLength = 8;

export type RedactFunction = (text: string) => string;

export type Redactor = ReturnType<typeof createRedactor>;

/** Creates a redactor: secrets are redacted in all encodings, and values by their names. */
export function createRedactor(secrets: readonly NamedSecret[], redaction: Redaction = {}) {
  const names = createHiddenNames(redaction);
  const search = new SecretSearch(names.patterns);
  const addresses = createAddressSearch(names.isHidden);
  const late = createLatestValues();
  /** The results for header fields that recur. */
  let recurring = new WeakMap<HeaderFields, HeaderFields>();
  const findMasks = (text: string, isContent: boolean): readonly Mask[] => {
    const found = search.findMasks(text);
    const placed = names.findMasks(text, isContent);
    addresses.addMasks(text, placed);
    if (placed.length === 0) return found;
    return mergeMasks([...found, ...placed.filter((mask) => !hasOnlyNamedSecrets(text, mask, found))]);
  };
  const redact: RedactFunction = (text) => {
    const found = findMasks(text, false);
    return found.length === 0 ? text : applyMasks(text, found);
  };
  search.add(secrets.flatMap(listSecretForms));
  return {
    redact,
    hide(more: readonly NamedSecret[]) {
      search.add(more.flatMap(listSecretForms));
      recurring = new WeakMap();
    },
    /** Redacts what stands for sensitive parameters of these path templates in addresses from now on. */
    hideAddresses(templates: readonly string[]) {
      addresses.addTemplates(templates);
      recurring = new WeakMap();
    },
    /** Redacts a text about exchanges, such as a trace, including values that were recently redacted by position. */
    redactTrace(text: string) {
      const found = findMasks(text, true);
      return addRedactedValues((rest) => rest, late.values())(found.length === 0 ? text : applyMasks(text, found));
    },
    /** Whether a text contains a secret that is too long to be a coincidence. */
    hasSecret: (text: string) => search.findMasks(text, true).length > 0,
    /** The same as `json` without short secrets that may be part of any name, for texts that must stay readable. */
    redactNames: <T>(value: T): T =>
      redactValue(value, [], false, {
        redact: (text) => applyMasks(text, search.findMasks(text, true)),
        names: noNames,
      }) as T,
    /** Redacts header fields; results for the same, recurring object are cached. */
    fields(headers: HeaderFields, isRecurring = false): HeaderFields {
      const known = isRecurring ? recurring.get(headers) : undefined;
      if (known !== undefined) return known;
      const text = joinHeaderLines(headers);
      const redacted = redact(text);
      // Without secrets nothing is copied.
      const isSame = redacted === text && !names.hasHidden(headers);
      const shown = isSame ? headers : redactHeaders(headers, redacted.split('\n'), redact, names.isHidden);
      if (isRecurring) recurring.set(headers, shown);
      return shown;
    },
    /** Redacts content up to `limit` characters; secrets that extend beyond are found. */
    content(text: string, limit: number) {
      const read = text.length > limit + lookAheadLength ? text.slice(0, limit + lookAheadLength) : text;
      const found = findMasks(read, true);
      if (found.length === 0) return { text: read.length > limit ? read.slice(0, limit) : read, values: noValues };
      const values = found.filter(({ shown }) => !shown.startsWith('${')).map(({ from, to }) => read.slice(from, to));
      late.add(values);
      addresses.addValues(values);
      return { text: applyMasks(read, found, limit), values };
    },
    /** Redacts all texts in a JSON value, and also `values`. */
    json: <T>(value: T, values: readonly string[] = []): T =>
      redactValue(value, [], false, { redact: addRedactedValues(redact, values), names }) as T,
  };
}

const noValues: readonly string[] = [];

/** One line for each name and value: all are searched together, because a secret may span two of them. */
function joinHeaderLines(headers: HeaderFields): string {
  let text = '';
  for (const name in headers) {
    const value = headers[name];
    text += text === '' ? name : `\n${name}`;
    if (typeof value === 'string') text += `\n${value}`;
    else for (const line of value ?? []) text += `\n${line}`;
  }
  return text;
}

/** Replaces the values of fields with hidden names, and of others what `shown` has, the redacted lines of all of them. */
function redactHeaders(
  headers: HeaderFields,
  shown: readonly string[],
  redact: RedactFunction,
  isHidden: (name: string) => boolean,
): HeaderFields {
  let count = 0;
  for (const name in headers) count += 1 + [headers[name] ?? []].flat().length;
  const isWhole = shown.length === count;
  let at = 0;
  const next = (line: string): string => {
    const own = isWhole ? (shown[at] ?? '') : redact(line);
    at += 1;
    return own;
  };
  const result: Record<string, string | readonly string[]> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name] ?? '';
    const key = next(name);
    const redactField = (one: string) => {
      const redacted = next(one);
      // A named cookie says nothing about the next one, and the service may send a placeholder itself.
      const isNamedAll = redacted !== one && redacted.split(';').every((part) => part.includes('${'));
      return isHidden(name) && !isNamedAll ? redactedText : redacted;
    };
    result[key] = typeof value === 'string' ? redactField(value) : value.map(redactField);
  }
  return result;
}

const noNames = { isHidden: () => false, isAt: () => false };

/** Number of characters after the limit that are searched, because a secret may begin before it. */
const lookAheadLength = 8 * 1024;

/** A secret and its parts, each with the name that replaces it. */
const listSecretForms = (secret: NamedSecret) =>
  listTokenParts(secret.reveal()).map((value) => ({ value, shown: `\${${secret.name}}` }));

/** Each part of a JSON Web Token is sensitive by itself; a long one is found by its parts. */
function listTokenParts(value: string): string[] {
  const [, header, claims, signature] = /^(eyJ[\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(value) ?? [];
  return [
    value,
    ...[claims, signature, header].filter((part) => part !== undefined && part.length < longPartLength),
  ] as string[];
}

const longPartLength = 48;

/** Whether a text consists of named secrets only, so that its line can be copied. */
function hasOnlyNamedSecrets(text: string, { from, to }: Mask, found: readonly Mask[]): boolean {
  const within = found.filter((one) => one.from < to && one.to > from && one.shown !== redactedText);
  if (within.length === 0) return false;
  let rest = '';
  let at = from;
  for (const one of within) {
    rest += text.slice(at, one.from);
    at = Math.max(at, one.to);
  }
  return /^(?:bearer|basic|token|digest|apikey|api-key|key|dpop|negotiate)?[\s+]*$/i.test(rest + text.slice(at, to));
}

/** Redacts values that were redacted by position, wherever else they appear. */
function addRedactedValues(redact: RedactFunction, values: readonly string[]): RedactFunction {
  const long = [...new Set(values)]
    .filter((value) => value.length >= minValueLength)
    .sort((a, b) => b.length - a.length);
  if (long.length === 0) return redact;
  return (text) => redact(long.reduce((rest, value) => rest.replaceAll(value, redactedText), text));
}

/** A shorter value may be a word of any sentence. */
const minValueLength = 4;

/** Keeps the latest values that were redacted because of their place: text about an exchange follows it soon. */
function createLatestValues() {
  const kept = new Set<string>();
  return {
    values: () => [...kept].filter((value) => value.length >= minLatestLength),
    add(values: readonly string[]) {
      for (const value of values) {
        kept.delete(value);
        kept.add(value);
      }
      for (const value of kept) {
        if (kept.size <= maxLatestValues) break;
        kept.delete(value);
      }
    },
  };
}

interface RedactJsonOptions {
  readonly redact: (text: string) => string;
  readonly names: Pick<HiddenNames, 'isHidden' | 'isAt'>;
}

/** Redacts all texts in a JSON value, including member names. Other values are returned unchanged. */
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
