import { escapeRegExp } from '../../model/escape-reg-exp.js';
import { type DecodedText, decodeEscapes, hasEscape, hasLetteredEscape, maxEscapeDepth } from './decode-escapes.js';
import { type Mask, mergeMasks } from './mask.js';
import { createNgramIndex, type SecretMatch } from './ngram-index.js';
import { type NormalizedText, normalizeText } from './normalize.js';
import { listSecretForms, minNormalizedLength, minSecretLength, type SecretForm } from './secret-forms.js';

/** Creates a search for secrets in texts, in all encodings, without secrets. `patterns` are searched as well. */
export function createSecretSearch(patterns: readonly RegExp[] = []) {
  const ngrams = createNgramIndex();
  const exact = createExactSearch();
  const placeholders = new Set<string>();
  let isEmpty = patterns.length === 0;
  const inLayer = (layer: DecodedText, normalized: NormalizedText, isSure: boolean): Mask[] => [
    ...ngrams.find(normalized).map((match) => createMatchMask(layer, normalized, match)),
    ...(isSure ? [] : exact.find(layer)),
    ...patterns.flatMap((pattern) => findPatternMasks(layer, pattern, () => '[redacted]')),
  ];
  const isEscaped = (text: string) =>
    exact.hasSigns() || patterns.length > 0 ? hasEscape(text) : hasLetteredEscape(text);
  const inAll = (text: string, isSure: boolean): Mask[] => {
    let layer: DecodedText = { text };
    let normalized = normalizeText(text);
    const found = inLayer(layer, normalized, isSure);
    for (let depth = 0; depth < maxEscapeDepth && normalized.mayEscape && isEscaped(layer.text); depth += 1) {
      layer = decodeEscapes(layer);
      normalized = normalizeText(layer.text);
      found.push(...inLayer(layer, normalized, isSure));
    }
    return found;
  };
  return {
    hide(secrets: readonly { readonly value: string; readonly shown: string }[]): void {
      for (const { value, shown } of secrets) {
        if (value.length < minSecretLength) continue;
        isEmpty = false;
        placeholders.add(shown);
        for (const form of listSecretForms(value)) {
          if (form.normalized.length >= minNormalizedLength) ngrams.add(form, shown);
          else exact.add(form, shown);
        }
      }
    },
    /** Returns the masks of secrets; `isSure` omits secrets so short that a match may be a coincidence. */
    findMasks(text: string, isSure = false): Mask[] {
      if (isEmpty || text.length < minSecretLength) return [];
      const found = inAll(text, isSure);
      return found.length === 0 ? found : excludePlaceholders(mergeMasks(found), text, placeholders);
    },
  };
}

/** An existing placeholder is not masked again because of its name. */
function excludePlaceholders(masks: readonly Mask[], text: string, placeholders: ReadonlySet<string>): Mask[] {
  const written = [...text.matchAll(/\$\{[^{}]*\}/g)].filter(([found]) => placeholders.has(found));
  if (written.length === 0) return [...masks];
  return masks.filter(({ from, to }) => !written.some((one) => from >= one.index && to <= one.index + one[0].length));
}

const createMask = ({ from, to }: DecodedText, start: number, end: number, shown: string): Mask => ({
  from: from?.[start] ?? start,
  to: to?.[end - 1] ?? end,
  shown,
});

function createMatchMask(layer: DecodedText, { positions }: NormalizedText, match: SecretMatch): Mask {
  const { form, offset } = match;
  const isBegun = offset === 0;
  const isEnded = offset + match.end - match.start === form.normalized.length;
  const first = positions[match.start] as number;
  const end = (positions[match.end - 1] as number) + 1;
  return createMask(
    layer,
    isBegun ? first - countSignsBefore(layer.text, first, form) : first,
    isEnded ? end + countSignsAfter(layer.text, end, form) : end,
    match.name,
  );
}

/** Number of characters before the first letter of a form that belong to it, too. */
function countSignsBefore(text: string, first: number, { text: own, normalized, spills }: SecretForm): number {
  const own0 = normalized.positions[0] as number;
  let count = 0;
  while (count < own0 && isSameSign(text[first - count - 1], own[own0 - count - 1])) count += 1;
  return spills.before && isBase64Character(text[first - count - 1]) ? count + 1 : count;
}

/** Number of characters after its last letter that belong to it. */
function countSignsAfter(text: string, end: number, { text: own, normalized, spills, isBase64: isPadded }: SecretForm) {
  const ownEnd = (normalized.positions[normalized.length - 1] as number) + 1;
  let count = 0;
  while (ownEnd + count < own.length && isSameSign(text[end + count], own[ownEnd + count])) count += 1;
  if (spills.after && isBase64Character(text[end + count])) count += 1;
  while (isPadded && spills.after && text[end + count] === '=') count += 1;
  return count;
}

const isBase64Character = (character: string | undefined): boolean =>
  character !== undefined && /[\w+/-]/.test(character);

/** Base64 has two alphabets (RFC 4648 §5), and forms have their own sign for a space. */
const equivalentSigns: Readonly<Record<string, string>> = { '-': '+', _: '/', ' ': '+' };

const isSameSign = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && (equivalentSigns[one] ?? one) === (equivalentSigns[other] ?? other);

/** Searches short forms literally. */
function createExactSearch() {
  const names = new Map<string, string>();
  const sources = new Map<string, string>();
  let pattern: RegExp | undefined;
  return {
    add({ text, isBase64: isEncoded, spills }: SecretForm, shown: string): void {
      if (text.length < (isEncoded ? getMinBase64Length(spills) : minSecretLength) || names.has(text)) return;
      names.set(text, shown);
      sources.set(text, escapeRegExp(text) + (spills.after ? '(?:[\\w+/-]=*)?' : ''));
      const longestFirst = [...sources].sort(([a], [b]) => b.length - a.length);
      pattern = new RegExp(longestFirst.map(([, source]) => source).join('|'), 'g');
    },
    /** Whether a secret contains characters that may be escaped. */
    hasSigns: () => [...names.keys()].some((text) => /["\\/]/.test(text)),
    find(layer: DecodedText): Mask[] {
      if (pattern === undefined) return [];
      const nameOf = (found: string) => [...names].find(([text]) => found.startsWith(text))?.[1] ?? '';
      return findPatternMasks(layer, pattern, (found) => names.get(found) ?? nameOf(found));
    },
  };
}

/** A few base64 characters from the middle of a value could be anything. */
const getMinBase64Length = ({ before }: SecretForm['spills']): number => (before ? 6 : 4);

function findPatternMasks(layer: DecodedText, pattern: RegExp, shown: (found: string) => string): Mask[] {
  const found = [...layer.text.matchAll(pattern)].filter(([text]) => text !== '');
  return found.map((one) => createMask(layer, one.index, one.index + one[0].length, shown(one[0])));
}
