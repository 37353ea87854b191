import type { HeaderFields } from '../../model/exchange.js';
import { createSecretSearch } from './find-secrets.js';
import { createHiddenNames, type Redaction } from './hidden-names.js';
import { createLatestValues } from './latest-values.js';
import { applyMasks, type Mask, mergeMasks } from './mask.js';
import { redactedText } from './mask-members.js';
import { createHeaderRedactor } from './redact-headers.js';
import { redactJson } from './redact-json.js';

export type { Redaction } from './hidden-names.js';

/** What must never be written down: revealed values, each with the name that is shown instead. */
export interface NamedSecret {
  readonly name: string;
  reveal(): string;
}

/** Blots secrets out of text. */
export type RedactFunction = (text: string) => string;

/** Content as it may be written down, and the values that were blotted for where they stood. */
export interface RedactedContent {
  readonly text: string;
  readonly values: readonly string[];
}

/** The one function through which everything passes before it is written, and what it does not let through. */
export interface Redactor {
  readonly redact: RedactFunction;
  /** The same for words about exchanges, such as a trace: what was lately blotted for where it stood is blotted in them, too. */
  readonly redactTrace: RedactFunction;
  /** Hides more from now on. */
  hide(secrets: readonly NamedSecret[]): void;
  /** Header fields as they may be written down; what is found out about the very same object, which recurs, is kept. */
  readonly fields: (headers: HeaderFields, isRecurring?: boolean) => HeaderFields;
  /** Content, up to so many of its characters; what is blotted is looked for beyond them. */
  readonly content: (text: string, limit: number) => RedactedContent;
  /** A value of JSON with every text in it; `values` are blotted as well. */
  readonly json: <T>(value: T, values?: readonly string[]) => T;
  /** The same without secrets so short that they may be part of any name: for what must be understood afterwards. */
  readonly redactNames: <T>(value: T) => T;
  /** Whether a secret stands there that is too long to stand there by chance. */
  readonly hasSecret: (text: string) => boolean;
}

/** Makes a redactor: secrets are blotted out in whatever form they travel, and what stands under names that carry some. */
export function createRedactor(secrets: readonly NamedSecret[], redaction: Redaction = {}): Redactor {
  const names = createHiddenNames(redaction);
  const search = createSecretSearch(names.patterns);
  const findMasks = (text: string, isContent = false): Mask[] => {
    const found = search.blots(text);
    const placed = names.blots(text, isContent);
    return placed.length === 0
      ? found
      : mergeMasks([...found, ...placed.filter((blot) => !hasOnlyNamedSecrets(text, blot, found))]);
  };
  const redact: RedactFunction = (text) => {
    const found = findMasks(text);
    return found.length === 0 ? text : applyMasks(text, found);
  };
  const headers = createHeaderRedactor(redact, names.isHidden);
  const hide = (more: readonly NamedSecret[]) => {
    search.hide(more.flatMap(listSecretForms));
    headers.forget();
  };
  hide(secrets);
  const late = createLatestValues();
  return {
    redact,
    hide,
    redactTrace: (text) => {
      const found = findMasks(text, true);
      return addRedactedValues((rest) => rest, late.values())(found.length === 0 ? text : applyMasks(text, found));
    },
    hasSecret: (text) => search.blots(text, true).length > 0,
    redactNames: (value) =>
      redactJson(value, { redact: (text) => applyMasks(text, search.blots(text, true)), names: noNames }),
    fields: headers.redact,
    content(text, limit) {
      const read = text.length > limit + lookAheadLength ? text.slice(0, limit + lookAheadLength) : text;
      const found = findMasks(read, true);
      if (found.length === 0) return { text: read.length > limit ? read.slice(0, limit) : read, values: [] };
      const values = found.filter(({ shown }) => !shown.startsWith('${')).map(({ from, to }) => read.slice(from, to));
      late.add(values);
      return { text: applyMasks(read, found, limit), values };
    },
    json: (value, values = []) => redactJson(value, { redact: addRedactedValues(redact, values), names }),
  };
}

const noNames = { isHidden: () => false, isAt: () => false };

/** How far behind its cut content is looked at: a secret may begin before it. */
const lookAheadLength = 8 * 1024;

/** A secret and its parts, each with the name that is shown instead. */
const listSecretForms = (secret: NamedSecret) =>
  listTokenParts(secret.reveal()).map((value) => ({ value, shown: `\${${secret.name}}` }));

/** The parts of a JSON Web Token tell about somebody, or make others believe it, each by itself; a long one is found as a part. */
function listTokenParts(value: string): string[] {
  const [, header, claims, signature] = /^(eyJ[\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(value) ?? [];
  return [
    value,
    ...[claims, signature, header].filter((part) => part !== undefined && part.length < longPartLength),
  ] as string[];
}

const longPartLength = 48;

/** Whether secrets that have names are all that stands there, so that a line can be copied. */
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

/** Blots what was blotted where it stood, wherever else it is told of. */
function addRedactedValues(redact: RedactFunction, values: readonly string[]): RedactFunction {
  const long = [...new Set(values)]
    .filter((value) => value.length >= minValueLength)
    .sort((a, b) => b.length - a.length);
  if (long.length === 0) return redact;
  return (text) => redact(long.reduce((rest, value) => rest.replaceAll(value, redactedText), text));
}

/** A shorter value could be any word of a sentence. */
const minValueLength = 4;
