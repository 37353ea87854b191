import { compare, defineMonitor, http, type Json } from '#rule';

type ValueDifference = ReturnType<typeof compare.findDifferences>[number];

type Path = readonly (string | number)[];

/**
 * Places where a service shows another value than the one sent, beyond normalisation: trimming, letter case, Unicode
 * form, punctuation and markup, rounding, time zones, decimals as text, arrays in another order or without
 * duplicates. Members that are not shown are not compared, for they may be write-only; null or empty values may
 * become anything.
 */
export function findAlterations(sent: Json | undefined, shown: Json | undefined, path: Path = []): ValueDifference[] {
  if (shown === undefined || isEmpty(sent) || isMasked(shown)) return [];
  if (compare.isObject(sent) && compare.isObject(shown)) {
    return Object.entries(sent).flatMap(([name, part]) =>
      findAlterations(part, Object.hasOwn(shown, name) ? shown[name] : undefined, [...path, name]),
    );
  }
  const isKept = Array.isArray(sent) && Array.isArray(shown) ? areSameLists(sent, shown) : isSameScalar(sent, shown);
  return isKept ? [] : [{ pointer: compare.buildPointer(path), expected: sent, actual: shown }];
}

/** Whether the shown value is the sent one, or a normalised form of it. */
export const isSameNormalized = (sent: Json | undefined, shown: Json | undefined): boolean =>
  shown !== undefined && findAlterations(sent, shown).length === 0;

/** Whether a value is empty, so that nothing is lost without it. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return foldText(value) === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function areSameLists(sent: readonly Json[], shown: readonly Json[]): boolean {
  const has = (bag: readonly Json[], isWanted: (entry: Json) => boolean) => bag.some(isWanted);
  return (
    sent.every((entry) => isEmpty(entry) || has(shown, (other) => isSameNormalized(entry, other))) &&
    shown.every((entry) => isEmpty(entry) || has(sent, (other) => isSameNormalized(other, entry)))
  );
}

function isSameScalar(sent: Json | undefined, shown: Json): boolean {
  if (shown === null) return false;
  const [a, b] = [parseNumber(sent), parseNumber(shown)];
  if (a !== undefined && b !== undefined) return isSameNumber(a, b);
  if (typeof sent === 'boolean' && typeof shown === 'boolean') return sent === shown;
  // A reference may be expanded, an amount may include its currency: a value of another type is another view.
  if (typeof sent !== 'string' || typeof shown !== 'string') return true;
  return isFreelyWritten(sent) || isSameDate(sent, shown) || foldText(sent) === foldText(shown);
}

/** A time without a zone may be of any zone, and so may be the one that was sent with an offset. */
const isOfAnyZone = (sent: string, shown: string) => /[+-]\d\d:\d\d$/.test(sent) && /^[^Tt ]+[Tt ][\d:.]+$/.test(shown);

function isSameDate(sent: string, shown: string): boolean {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(sent);
  const [a, b] = [compare.parseInstant(isDay ? `${sent}T00:00:00Z` : sent), compare.parseInstant(shown)];
  if (a === undefined) return false;
  if (isOfAnyZone(sent, shown)) return true;
  return b === undefined ? !isDay : Math.abs(a - b) <= (isDay ? 86_400_000 : 1000);
}

/** Markup, durations, times of day, URIs and network addresses have too many equivalent forms to compare. */
const isFreelyWritten = (sent: string) =>
  [/[<>&]/, /^P[\dTWYMDHS.,]+$/, /^\d\d:\d\d/, /^[a-z][a-z\d+.-]*:\S/i, /^[\da-f]*:[\da-f:.]+$/i].some((form) =>
    form.test(sent),
  );

function isSameNumber(a: number, b: number): boolean {
  const distance = Math.abs(a - b);
  if (!Number.isInteger(a)) return distance < 1;
  return distance === 0 || (Math.abs(a) > Number.MAX_SAFE_INTEGER && distance <= Math.abs(a) * 1e-12);
}

function parseNumber(value: Json | undefined): number | undefined {
  const isNumeric = typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?([eE][-+]?\d+)?\s*$/.test(value);
  return typeof value === 'number' || isNumeric ? Number(value) : undefined;
}

const isMasked = (shown: Json) => typeof shown === 'string' && /\*\*|••|\bx{3,}/i.test(shown);

/** Letters and digits only, in one Unicode form and letter case. */
const foldText = (text: string): string =>
  text
    .replace(/&(#\d+|#x[0-9a-f]+|\w+);/gi, '')
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Judges the GET of a recorded item right after its creation. */
export const monitorSentValues = defineMonitor({
  expected: 'the values that were sent',
  on: (exchange, traffic) => {
    const { creation } = traffic.getTrack(exchange.path);
    if (exchange.method !== 'GET' || !http.hasStatus(exchange, 200) || !creation?.hasContent) return undefined;
    if (!exchange.hasText || !traffic.isUndisturbed(creation, exchange, exchange.path)) return undefined;
    const [changed] = findAlterations(http.readContent(creation), exchange.answer?.json);
    return changed ? { flaw: `${changed.pointer} has another value`, shows: [creation, exchange] } : 'kept';
  },
});
