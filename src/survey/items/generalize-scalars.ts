import type { JsonObject } from '../../model/json.js';
import { normalizeName } from '../../model/normalize-name.js';
import { isReference } from '../references/detect-references.js';
import { inferSchema } from './infer-schema.js';

/** Maximum number of values of an enumeration. */
const maxChoices = 5;

const choiceNamePattern =
  /(type|kind|category|role|priority|level|severity|currency|country|language|locale|lang|unit|visibility|scope|mode|method|channel|frequency|gender|size|colou?r|condition)$/;
const personalNamePattern =
  /name|mail|phone|mobile|fax|address|street|city|zip|postal|birth|ssn|iban|card|password|token|secret|login|contact|customer|author|owner|person|title|note|comment|text|description/;

/** Infers a schema for texts like these. */
export function generalizeTexts(name: string, texts: readonly string[]): JsonObject {
  const { format } = inferSchema(texts);
  const different = [...new Set(texts)];
  if (isConstantName(texts, different)) return { type: 'string', enum: different };
  if (isReference(name)) return { type: 'string', ...(format === undefined ? {} : { format }) };
  if (format !== undefined) return { type: 'string', format };
  if (isChoice(name, texts, different)) return { type: 'string', enum: different };
  const pattern = findCommonPattern(different);
  if (pattern !== undefined) return { type: 'string', pattern };
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  const minLength = different.includes('') ? 0 : 1;
  return { type: 'string', minLength, maxLength: Math.max(defaultMaxLength, Math.min(longest, maxTextLength)) };
}

/** Texts up to this length are accepted by most services. */
const defaultMaxLength = 24;
const maxTextLength = 200;

/** The URN of a schema or a profile that all items have: no other value is a valid one. */
const isConstantName = (texts: readonly string[], [only = '', ...others]: readonly string[]): boolean =>
  others.length === 0 && texts.length >= minConstants && /^urn:[a-z\d-]+:\S{1,100}$/i.test(only);

const minConstants = 3;

/** Few short words over many entries, or a name that suggests an enumeration: such values are not user content. */
function isChoice(name: string, texts: readonly string[], different: readonly string[]): boolean {
  const word = normalizeName(name);
  const areWords = different.every((text) => /^[\p{L}][\p{L}\d_.-]{0,23}$/u.test(text));
  if (!areWords || different.length > maxChoices || personalNamePattern.test(word)) return false;
  return choiceNamePattern.test(word) || texts.length >= 8;
}

/** Finds the common pattern of numeric texts, of codes of capitals and digits, or of tokens of one length. */
function findCommonPattern(texts: readonly string[]): string | undefined {
  const [{ length } = ''] = texts;
  const areTokens =
    texts.length >= minTokens && texts.every((text) => tokenPattern.test(text) && text.length === length);
  if (areTokens) return `^[${texts.some((text) => /[g-z]/.test(text)) ? 'a-z' : 'a-f'}0-9]{${length}}$`;
  const areNumbers = texts.every((text) => /^[+(]?\d[\d ()./+-]*$/.test(text) && text.length <= 24);
  const areCodes = texts.length > 1 && texts.every((text) => /^(?=.*\d)(?=.*[A-Z])[A-Z\d./_-]{2,24}$/.test(text));
  if (!areNumbers && !areCodes) return undefined;
  const shapes = new Set(texts.map((text) => `^${text.replaceAll(/[A-Z]+|\d+|[^A-Z\d]/g, buildRunPattern)}$`));
  const [shape] = shapes;
  return shapes.size === 1 ? shape : undefined;
}

/** Letters and digits in no order; words end with digits at most. */
const tokenPattern = /^(?=.*\d)(?![a-z]+\d+$)[a-z\d]{6,64}$/;
const minTokens = 3;

function buildRunPattern(run: string): string {
  if (/\d/.test(run)) return `[0-9]{${run.length}}`;
  return /[A-Z]/.test(run) ? `[A-Z]{${run.length}}` : run.replace(/[.+()/]/, '\\$&');
}

/**
 * Infers a schema for numbers like these: the observed range, slightly widened when narrow, never below 0 or 1 for
 * counts.
 */
export function generalizeNumbers(name: string, numbers: readonly number[]): JsonObject {
  const type = numbers.every(Number.isInteger) ? 'integer' : 'number';
  if (isReference(name)) return { type };
  const least = Math.min(...numbers);
  const greatest = Math.max(...numbers);
  const floor = least >= 1 ? 1 : least >= 0 ? 0 : least - 1;
  const isNarrow = greatest - least < 2;
  return {
    type,
    minimum: isNarrow ? Math.max(floor, least - 1) : least,
    maximum: isNarrow ? greatest + 1 : greatest,
    ...(type === 'number' ? { multipleOf: 10 ** -countDecimals(numbers) } : {}),
  };
}

/** More decimals than observed may be rounded by the service. */
const countDecimals = (numbers: readonly number[]): number =>
  Math.min(6, Math.max(...numbers.map((number) => String(number).split('.')[1]?.length ?? 0)));
