import { escapeRegExp } from '../../model/escape-reg-exp.js';
import { normalizeName } from '../../model/normalize-name.js';
import type { Redaction, ShortSecret } from '../../model/redaction.js';
import type { Mask } from './mask.js';
import { findNamedMasks, findPasswordMasks } from './mask-members.js';
import { findPointerMasks, isAtAnyPointer, parsePointer } from './mask-pointers.js';
import { isSensitiveName, sensitiveStemPattern } from './sensitive-names.js';

/** What is redacted by name, position or pattern. */
export interface HiddenNames {
  readonly isHidden: (name: string) => boolean;
  readonly isAt: (place: readonly string[]) => boolean;
  readonly patterns: readonly RegExp[];
  blots(text: string, isContent: boolean): readonly Mask[];
}

/** Reads the redaction settings of the profile; usual names of credentials are always included. */
export function createHiddenNames({
  fields = [],
  pointers = [],
  patterns = [],
  readable = [],
  alone = [],
}: Redaction): HiddenNames {
  const own = new Set(fields.map(normalizeName));
  const shown = new Set(readable.map(normalizeName));
  const steps = pointers.map(parsePointer).filter((some) => some.length > 0);
  const isHidden = (name: string) => {
    if (isSensitiveName(name))
      return own.size + shown.size === 0 || own.has(normalizeName(name)) || !shown.has(normalizeName(name));
    return own.size > 0 && own.has(normalizeName(name));
  };
  const stem = new RegExp([sensitiveStemPattern, ...[...own].filter(Boolean).map(buildSpellingPattern)].join('|'), 'g');
  return {
    isHidden,
    isAt: (place) => steps.length > 0 && isAtAnyPointer(steps, place),
    patterns: patterns.map((source) => new RegExp(source, 'g')),
    blots(text, isContent) {
      const pointed = isContent && steps.length > 0 ? findPointerMasks(text, steps) : noMasks;
      const lone = alone.length === 0 ? noMasks : findShortSecretMasks(text, alone);
      const found = findNamedMasks(text, stem, isHidden);
      const hosts = findPasswordMasks(text);
      // A fast exit, because every request and response passes here.
      if (pointed.length + lone.length + found.length + hosts.length === 0) return noMasks;
      return [...pointed, ...lone, ...found, ...hosts];
    },
  };
}

const noMasks: readonly Mask[] = [];

/** Matches the spellings of a name: `x-customer`, `xCustomer`, `X_CUSTOMER`. */
const buildSpellingPattern = (name: string): string =>
  [...normalizeName(name)].map((sign) => (/\d/.test(sign) ? sign : `[${sign}${sign.toUpperCase()}]`)).join('[\\W_]?');

function findShortSecretMasks(text: string, alone: readonly ShortSecret[]): Mask[] {
  return alone.flatMap(({ field, secret }) => {
    const stemOfOwn = new RegExp(buildSpellingPattern(field), 'g');
    const isOwn = (name: string) => normalizeName(name) === normalizeName(field);
    const line = new RegExp(`^(?<=(?:^|\\n)${escapeRegExp(field)}\\n)${escapeRegExp(secret.reveal())}$`, 'gim');
    const inLines = [...text.matchAll(line)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }));
    return [...findNamedMasks(text, stemOfOwn, isOwn), ...inLines]
      .filter(({ from, to }) => text.slice(from, to) === secret.reveal())
      .map(({ from, to }) => ({ from, to, shown: `\${${secret.name}}` }));
  });
}
