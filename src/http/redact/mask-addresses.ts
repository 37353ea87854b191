import { decodePercent } from '../../model/decode-percent.js';
import { escapeRegExp } from '../../model/escape-reg-exp.js';
import type { Mask } from './mask.js';
import { type NamePredicate, redactedText } from './mask-members.js';

/** Maximum number of values that are kept, and minimum length of one: a shorter one may be the name of a collection. */
const maxValues = 10_000;
const minValueLength = 8;

const segment = '[^/\\s?#"\'`<>\\\\{},;)]+';
const segmentPattern = new RegExp(`(?<=/)${segment}`, 'g');

/** Finds the parts of addresses that give access to an item, such as the token of an invitation. */
export function createAddressSearch(isHidden: NamePredicate) {
  const values = new Set<string>();
  const patterns = new Map<string, RegExp>();
  return {
    /** Masks these values where they are a segment of an address. */
    addValues(more: readonly string[]): void {
      for (const value of more) if (value.length >= minValueLength && values.size < maxValues) values.add(value);
    },
    /** Masks what stands for the sensitive parameters of these path templates. */
    addTemplates(templates: readonly string[]): void {
      for (const template of templates) {
        const hasSecret = [...template.matchAll(/\{([^}]+)\}/g)].some(([, name = '']) => isHidden(name));
        if (hasSecret) patterns.set(template, buildPattern(template, isHidden));
      }
    },
    addMasks(text: string, masks: Mask[]): void {
      if (values.size + patterns.size === 0 || !text.includes('/')) return;
      if (values.size > 0) addValueMasks(text, values, masks);
      for (const pattern of patterns.values()) addPatternMasks(text, pattern, masks);
    },
  };
}

function addValueMasks(text: string, values: ReadonlySet<string>, masks: Mask[]): void {
  for (const { index, 0: found } of text.matchAll(segmentPattern))
    if (values.has(found) || (found.includes('%') && values.has(decodePercent(found))))
      masks.push({ from: index, to: index + found.length, shown: redactedText });
}

function addPatternMasks(text: string, pattern: RegExp, masks: Mask[]): void {
  for (const { indices = [] } of text.matchAll(pattern))
    for (const found of indices.slice(1)) if (found) masks.push({ from: found[0], to: found[1], shown: redactedText });
}

/** Matches the addresses of a path template; each group is a sensitive segment. */
function buildPattern(template: string, isHidden: NamePredicate): RegExp {
  const parts = template.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith('{')) return escapeRegExp(part);
    return isHidden(part.slice(1, -1)) ? `(${segment})` : segment;
  });
  return new RegExp(parts.join(''), 'dg');
}
