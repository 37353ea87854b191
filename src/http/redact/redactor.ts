import type { Headers } from '../../model/exchange.js';
import { searchOf } from './find-secrets.js';
import { hiddenNames, type Redaction } from './hidden-names.js';
import { type Blot, blotted, merged } from './mask.js';
import { blank } from './mask-members.js';
import { clearJson } from './redact-json.js';

export type { Redaction } from './hidden-names.js';

/** What must never be written down: revealed values, each with the name that is shown instead. */
export interface Hidden {
  readonly name: string;
  reveal(): string;
}

/** Blots secrets out of text. */
export type Redact = (text: string) => string;

/** Content as it may be written down, and the values that were blotted for where they stood. */
export interface Cleared {
  readonly text: string;
  readonly values: readonly string[];
}

/** The one function through which everything passes before it is written, and what it does not let through. */
export interface Redactor {
  readonly redact: Redact;
  /** The same for words about exchanges, such as a trace: what was lately blotted for where it stood is blotted in them, too. */
  readonly aloud: Redact;
  /** Hides more from now on. */
  hide(secrets: readonly Hidden[]): void;
  /** Header fields as they may be written down; what is found out about the very same object, which recurs, is kept. */
  readonly fields: (headers: Headers, isRecurring?: boolean) => Headers;
  /** Content, up to so many of its characters; what is blotted is looked for beyond them. */
  readonly content: (text: string, limit: number) => Cleared;
  /** A value of JSON with every text in it; `values` are blotted as well. */
  readonly json: <T>(value: T, values?: readonly string[]) => T;
  /** The same without secrets so short that they may be part of any name: for what must be understood afterwards. */
  readonly names: <T>(value: T) => T;
  /** Whether a secret stands there that is too long to stand there by chance. */
  readonly isTelling: (text: string) => boolean;
}

/** Makes a redactor: secrets are blotted out in whatever form they travel, and what stands under names that carry some. */
export function redactorOf(secrets: readonly Hidden[], redaction: Redaction = {}): Redactor {
  const names = hiddenNames(redaction);
  const search = searchOf(names.patterns);
  let recurring = new WeakMap<Headers, Headers>();
  const hide = (more: readonly Hidden[]) => {
    search.hide(
      more.flatMap((secret) => partsOf(secret.reveal()).map((value) => ({ value, shown: `\${${secret.name}}` }))),
    );
    recurring = new WeakMap();
  };
  hide(secrets);
  const blots = (text: string, isContent = false): Blot[] => {
    const found = search.blots(text);
    const placed = names.blots(text, isContent);
    return placed.length === 0 ? found : merged([...found, ...placed.filter((blot) => !isNamed(text, blot, found))]);
  };
  const late = latest();
  const redact: Redact = (text) => {
    const found = blots(text);
    return found.length === 0 ? text : blotted(text, found);
  };
  return {
    redact,
    hide,
    aloud: (text) => {
      const found = blots(text, true);
      return withValues((rest) => rest, late.values())(found.length === 0 ? text : blotted(text, found));
    },
    isTelling: (text) => search.blots(text, true).length > 0,
    names: (value) => clearJson(value, { redact: (text) => blotted(text, search.blots(text, true)), names: noNames }),
    fields(headers, isRecurring = false) {
      const known = isRecurring ? recurring.get(headers) : undefined;
      if (known !== undefined) return known;
      const shown = redactHeaders(headers, redact, names.isHidden);
      if (isRecurring) recurring.set(headers, shown);
      return shown;
    },
    content(text, limit) {
      const read = text.length > limit + margin ? text.slice(0, limit + margin) : text;
      const found = blots(read, true);
      if (found.length === 0) return { text: read.length > limit ? read.slice(0, limit) : read, values: [] };
      const values = found.filter(({ shown }) => !shown.startsWith('${')).map(({ from, to }) => read.slice(from, to));
      late.add(values);
      return { text: blotted(read, found, limit), values };
    },
    json: (value, values = []) => clearJson(value, { redact: withValues(redact, values), names }),
  };
}

const noNames = { isHidden: () => false, isAt: () => false };

/** Keeps the latest values that were blotted for where they stood: words about an exchange follow it soon. */
function latest() {
  const kept = new Set<string>();
  return {
    values: () => [...kept].filter((value) => value.length >= leastLate),
    add(values: readonly string[]) {
      for (const value of values) {
        kept.delete(value);
        kept.add(value);
      }
      for (const value of kept) {
        if (kept.size <= mostLate) break;
        kept.delete(value);
      }
    },
  };
}

const mostLate = 256;
/** What others said of another exchange may be a word that stands in any sentence. */
const leastLate = 8;

/** How far behind its cut content is looked at: a secret may begin before it. */
const margin = 8 * 1024;

/** The parts of a JSON Web Token tell about somebody, or make others believe it, each by itself; a long one is found as a part. */
function partsOf(value: string): string[] {
  const [, header, claims, signature] = /^(eyJ[\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(value) ?? [];
  return [
    value,
    ...[claims, signature, header].filter((part) => part !== undefined && part.length < longPart),
  ] as string[];
}

const longPart = 48;

/** Whether secrets that have names are all that stands there, so that a line can be copied. */
function isNamed(text: string, { from, to }: Blot, found: readonly Blot[]): boolean {
  const within = found.filter((one) => one.from < to && one.to > from && one.shown !== blank);
  if (within.length === 0) return false;
  let rest = '';
  let at = from;
  for (const one of within) {
    rest += text.slice(at, one.from);
    at = Math.max(at, one.to);
  }
  return /^(?:bearer|basic|token|digest|apikey|api-key|key|dpop|negotiate)?[\s+]*$/i.test(rest + text.slice(at, to));
}

/** Where nothing is hidden, nothing is copied. All lines are looked at together: a secret may stand in two of them. */
function redactHeaders(headers: Headers, redact: Redact, isHidden: (name: string) => boolean): Headers {
  const names = Object.keys(headers);
  const text = linesOf(names, headers);
  const redacted = redact(text);
  if (redacted === text && !names.some(isHidden)) return headers;
  const shown = redacted.split('\n');
  const isWhole = shown.length === names.reduce((count, name) => count + 1 + [headers[name] ?? []].flat().length, 0);
  const result: Record<string, string | readonly string[]> = {};
  let at = 0;
  const next = (line: string): string => {
    const own = isWhole ? (shown[at] ?? '') : redact(line);
    at += 1;
    return own;
  };
  for (const name of names) {
    const value = headers[name] ?? '';
    const key = next(name);
    const field = (one: string) => redactField(one, next(one), isHidden(name));
    result[key] = typeof value === 'string' ? field(value) : value.map(field);
  }
  return result;
}

/** Names and values, a line each. */
function linesOf(names: readonly string[], headers: Headers): string {
  let text = '';
  for (const name of names) {
    const value = headers[name];
    text += `\n${name}`;
    if (typeof value === 'string') text += `\n${value}`;
    else for (const line of value ?? []) text += `\n${line}`;
  }
  return text.slice(1);
}

/** A known carrier of credentials loses its value, whoever set it. */
function redactField(value: string, redacted: string, isCarrier: boolean): string {
  // A cookie that is named does not vouch for the one beside it, nor does a placeholder that the service wrote itself.
  const isNamedAll = redacted !== value && redacted.split(';').every((part) => part.includes('${'));
  return isCarrier && !isNamedAll ? blank : redacted;
}

/** Blots what was blotted where it stood, wherever else it is told of. */
function withValues(redact: Redact, values: readonly string[]): Redact {
  const long = [...new Set(values)].filter((value) => value.length >= leastValue).sort((a, b) => b.length - a.length);
  if (long.length === 0) return redact;
  return (text) => redact(long.reduce((rest, value) => rest.replaceAll(value, blank), text));
}

/** A shorter value could be any word of a sentence. */
const leastValue = 4;
