import type { Json } from '../../../model/json.js';

export type Complaint =
  | { readonly kind: 'missing' | 'empty' | 'unknown' | 'taken' | 'reference'; readonly member: string }
  /** A member is wrong in a way that was not understood; `value` is what was sent in it, and `isType` says that its type is wrong. */
  | { readonly kind: 'wrong'; readonly member: string; readonly value: Json; readonly isType: boolean }
  | { readonly kind: 'type'; readonly member: string; readonly type: JsonType }
  | { readonly kind: 'format'; readonly member: string; readonly format: string }
  | { readonly kind: 'enum'; readonly member: string; readonly values: readonly string[] }
  | {
      readonly kind: LimitKeyword;
      readonly member: string;
      readonly limit: number;
      /** Whether the complaint speaks of an integer. */
      readonly isWhole?: boolean;
    };

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';

/** The text about one member before it is parsed; `member` is a JSON Pointer. */
export interface RawComplaint {
  readonly member: string;
  readonly words: string;
}

/** Parses the text about a member. A range gives two complaints; an unknown text gives none. */
export function parseComplaint({ member, words }: RawComplaint): readonly Complaint[] {
  const text = words.replace(/\s+/g, ' ').replace(/[‘’“”`]/g, "'");
  const isWhole = /\b(int|integer|whole number)\b/i.test(text);
  for (const range of rangePatterns) {
    const [, from, to] = (range.exec(text) ?? []).map(Number);
    if (from === undefined || to === undefined || from > to || /\bnot (be )?(between|in)\b/i.test(text)) continue;
    return [
      { member, kind: findLimitKeyword(text, true), limit: from, ...(isWhole && { isWhole }) },
      { member, kind: findLimitKeyword(text, false), limit: to, ...(isWhole && { isWhole }) },
    ];
  }
  for (const read of complaintParsers) {
    const complaint = read(text, member);
    if (complaint) return [complaint];
  }
  return [];
}

/** Numbers with a sign or a point, and the words between the ends of a range. */
const boundPattern = '(-?\\d+(?:\\.\\d+)?)';

const rangePatterns = [
  `\\bbetween ${boundPattern} and ${boundPattern}`,
  `\\b(?:from|of|in|has|have|be|is|range:?) ${boundPattern} ?(?:to|through|-|–|\\.\\.+) ?${boundPattern}`,
  `\\b(?:range|length)[^\\d]{0,12}[[(]${boundPattern}, ?${boundPattern}[\\])]`,
].map((text) => new RegExp(text, 'i'));

const typeNames: Readonly<Record<string, JsonType>> = {
  ...{ str: 'string', string: 'string', text: 'string', bool: 'boolean', boolean: 'boolean' },
  ...{ int: 'integer', integer: 'integer', 'whole number': 'integer' },
  ...{ number: 'number', numeric: 'number', float: 'number', decimal: 'number' },
  ...{ list: 'array', array: 'array', dict: 'object', dictionary: 'object', object: 'object' },
};
const typeNamePattern = Object.keys(typeNames)
  .sort((a, b) => b.length - a.length)
  .join('|');

const formatPatterns: readonly (readonly [RegExp, string])[] = [
  [/\be-?mail\b/i, 'email'],
  [/\b(uuid|guid)\b/i, 'uuid'],
  [/\b(url|uri|link)\b/i, 'uri'],
  [/\b(iso ?8601|date-?time|timestamp|instant)\b/i, 'date-time'],
  [/\bdate\b/i, 'date'],
];

type ComplaintParser = (text: string, member: string) => Complaint | undefined;

const readPlain =
  (kind: 'missing' | 'empty' | 'unknown' | 'taken' | 'reference', pattern: RegExp): ComplaintParser =>
  (text, member) =>
    pattern.test(text) ? { kind, member } : undefined;

const readType =
  (pattern: string): ComplaintParser =>
  (text, member) => {
    const type = typeNames[new RegExp(pattern, 'i').exec(text)?.[1]?.toLowerCase() ?? ''];
    return type && { kind: 'type', member, type };
  };

const readFormat: ComplaintParser = (text, member) => {
  const isAbout = /valid|format|must be|should be|expected|invalid|not an? /i.test(text);
  const format = isAbout ? formatPatterns.find(([pattern]) => pattern.test(text))?.[1] : undefined;
  return format && !/required|missing/i.test(text) ? { kind: 'format', member, format } : undefined;
};

const readEnum: ComplaintParser = (text, member) => {
  const list =
    /(?:one of|allowed values?|valid values?|valid choices?|permitted|accepted values?|choose from|must be either|input should be(?= ')|expected(?= '[^']*'\|))[\s:]*(?:(?:are|is|the|following|values?|options?)[\s:]*)*(.+)$/i.exec(
      text,
    )?.[1];
  const values = list === undefined ? [] : parseValueList(list);
  return values.length > 1 ? { kind: 'enum', member, values } : undefined;
};

const readBound =
  (isLeast: boolean, pattern: RegExp): ComplaintParser =>
  (text, member) => {
    const limit = Number(pattern.exec(text)?.groups?.n ?? Number.NaN);
    if (!Number.isFinite(limit)) return undefined;
    const isOpen = /(greater|more|larger|less|fewer|smaller) than (?!or equal)/i.test(text) && !/\bnot\b/i.test(text);
    const kind = findLimitKeyword(text, isLeast);
    return { kind, member, limit: isOpen ? limit + (isLeast ? 1 : -1) : limit };
  };

const numberPattern = '(?<n>-?\\d+(\\.\\d+)?)';
const minimumPatterns = [
  `(at least|no (less|fewer|shorter) than|not (be |have )?(less|fewer|shorter|smaller) than|(longer|greater|more|larger) than( or equal to)?|>=|minimum( length)?( is| of)?:?|min:?)\\s*${numberPattern}`,
  `${numberPattern}\\s*(characters?|items?)? (or more|minimum)`,
].map((text) => new RegExp(text, 'i'));
const maximumPatterns = [
  `(at most|up to|no (more|longer|greater) than|not (be |have )?(more|longer|greater|larger) than|(shorter|less|fewer|smaller) than( or equal to)?|<=|maximum( length)?( is| of)?:?|max:?)\\s*${numberPattern}`,
  `${numberPattern}\\s*(characters?|items?)? (or (less|fewer)|maximum)`,
].map((text) => new RegExp(text, 'i'));

/** Ordered by precision: specific phrases first. */
const complaintParsers: readonly ComplaintParser[] = [
  readPlain(
    'unknown',
    /should not exist|additional propert|^invalid key\b|unknown|unrecogni[sz]ed|unexpected|unpermitted|not permitted|not allowed|extra[_ ](forbidden|inputs?)|read.?only|cannot be (set|specified|changed)|must not be (present|set|given|sent)|no such (field|member|property|column)|does not accept/i,
  ),
  readPlain('taken', /already|must be unique|not unique|\btaken\b|\bin use\b|duplicate|(?<!not )\bexists\b/i),
  readEnum,
  readPlain(
    'reference',
    /does not exist|not found|no such|unknown id|foreign key|object with|invalid reference|must (be|contain|name|hold) (the |an? )?(valid |existing |known )?ids? of/i,
  ),
  // "must not be more than" and "must be no more than" both give a maximum.
  ...maximumPatterns.map(
    (pattern): ComplaintParser =>
      (text, member) =>
        /not (be |have )?(more|longer|greater|larger)|no (more|longer|greater)/i.test(text)
          ? readBound(false, pattern)(text, member)
          : undefined,
  ),
  ...minimumPatterns.map((pattern) => readBound(true, pattern)),
  ...maximumPatterns.map((pattern) => readBound(false, pattern)),
  readPlain(
    'empty',
    /(can'?t|cannot|must not|should not|may not) be (blank|empty|null)|empty (string|value)|not be blank|is blank|is empty|none is not/i,
  ),
  readFormat,
  readType(`valid (${typeNamePattern}) is required`),
  readPlain(
    'missing',
    /required|missing|mandatory|must be (present|provided|given|set|specified|defined)|must have|is undefined|received undefined/i,
  ),
  readType(
    `(?:must be|should be|expected|is not|isn'?t|not a valid|a valid|type)(?:\\W+(?:of|type|an?|valid|positive|non-?negative|whole))*\\W*(${typeNamePattern})\\b`,
  ),
];

/** Splits a list such as `'a', 'b' or 'c'`, `a, b, c`, `["a","b"]` or `a | b` into its values. */
function parseValueList(list: string): string[] {
  const quoted = [...list.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, single, double]) => single ?? double ?? '');
  if (quoted.length > 0) return [...new Set(quoted)];
  const words = list
    .replace(/[[\](){}.]/g, ' ')
    .split(/\s*(?:,|\||;|\bor\b|\band\b)\s*/)
    .map((word) => word.trim());
  return words.every((word) => /^[\w-]{1,40}$/.test(word) || word === '') ? words.filter((word) => word !== '') : [];
}

/** JSON Schema keywords with a number. */
type LimitKeyword = 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems';

/** Returns the keyword of a limit described by this text. */
function findLimitKeyword(text: string, isLeast: boolean): LimitKeyword {
  if (!/character|letter|length|long|short|item|entr|element|size/i.test(text)) return isLeast ? 'minimum' : 'maximum';
  if (/item|entr|element|array/i.test(text)) return isLeast ? 'minItems' : 'maxItems';
  return isLeast ? 'minLength' : 'maxLength';
}
