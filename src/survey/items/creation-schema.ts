import { decodePercent } from '../../model/escapes.js';
import { getAtPointer, getMember, isObject, type Json, type JsonObject, normalizeName } from '../../model/json.js';
import { isReference } from '../../model/service/reference-name.js';
import { isLikelyAssigned } from '../../openapi/recognize/member-traits.js';
import { inferSchema } from './infer-schema.js';

/**
 * Infers the schema of a creation from existing items: their members without those that the service sets, computes or
 * changes, judged by names and values. A member that is sometimes null or missing is optional.
 */
export function generalizeCreation(things: readonly JsonObject[], id: string, fullest = things): JsonObject {
  const own = (name: string) =>
    !isLikelyAssigned(name, id) &&
    !things.some((thing) => isDerived(thing, name, id)) &&
    !things.every((thing) => isLinkedId(thing, name, id));
  return generalizeMembers(things, own, fullest);
}

/** Whether a text contains the id of the item, such as a self link. */
function isDerived(thing: JsonObject, name: string, pointer: string): boolean {
  const id = getAtPointer(thing, pointer);
  const value = getMember(thing, name);
  if (typeof value !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return false;
  return value.split(/[/?=&#:]/).length > 1 && value.split(/[/?=&#]/).includes(String(id));
}

/** Whether a member is the id of an item that is known by its URL only: sent again, it would name the item of others. */
function isLinkedId(thing: JsonObject, name: string, pointer: string): boolean {
  const [, last] = /\/([^/?#]+)\/?$/.exec(String(getAtPointer(thing, pointer))) ?? [];
  return last !== undefined && decodePercent(last) === String(getMember(thing, name));
}

/**
 * Infers a schema for values like the observed ones without repeating user content: only enumerations, references and
 * flags are copied.
 */
function generalizeValues(name: string, seen: readonly Json[]): JsonObject {
  const values = seen.filter((value) => value !== null);
  if (values.every((value) => typeof value === 'string')) return generalizeTexts(name, values);
  if (values.every((value) => typeof value === 'number')) return generalizeNumbers(name, values);
  if (values.every((value) => Array.isArray(value)))
    return generalizeLists(name, values as readonly (readonly Json[])[]);
  if (values.every(isObject)) return generalizeMembers(values);
  return inferSchema(values);
}

function generalizeLists(name: string, lists: readonly (readonly Json[])[]): JsonObject {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  if (longest === 0) return { type: 'array', maxItems: 0 };
  const areSets = lists.every((list) => new Set(list.map((entry) => JSON.stringify(entry))).size === list.length);
  return {
    type: 'array',
    items: generalizeValues(name, lists.flat()),
    maxItems: longest,
    ...(lists.every(({ length }) => length > 0) ? { minItems: 1 } : {}),
    ...(areSets ? { uniqueItems: true } : {}),
  };
}

/**
 * Infers the schema of objects like these, with the members that `isWanted`. Members that only the `fullest` objects
 * have count as present in the others.
 */
export function generalizeMembers(
  objects: readonly JsonObject[],
  isWanted: (name: string) => boolean = (name) => !isLikelyAssigned(name, '/id'),
  fullest: readonly JsonObject[] = objects,
): JsonObject {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))];
  const seen = (name: string, among = objects) =>
    among.flatMap((object) => {
      const value = Object.hasOwn(object, name) ? object[name] : undefined;
      return value === undefined || value === null ? [] : [value];
    });
  const others = objects.filter((object) => !fullest.includes(object));
  const isAlways = (name: string) => {
    const isEverywhere = seen(name).length === objects.length;
    const isInDetail = fullest.length > 0 && !others.some((object) => Object.hasOwn(object, name));
    return isEverywhere || (isInDetail && seen(name, fullest).length === fullest.length);
  };
  const sent = names.filter(
    (name) => seen(name).length > 0 && isWanted(name) && !isServiceManaged(name) && !seen(name).some(isRelatedItem),
  );
  return {
    type: 'object',
    properties: Object.fromEntries(sent.map((name) => [name, generalizeValues(name, seen(name))])),
    required: sent.filter(isAlways),
  };
}

/** Names of members that a service changes or counts itself, and of annotations. */
const isServiceManaged = (name: string): boolean =>
  /^(status|state|phase|stage|slug|permalink|thumbnail|deleted|archivedat|deletedat|publishedat)$/.test(
    normalizeName(name),
  ) ||
  /(_count|Count|_url|Url)$/.test(name) ||
  /^[@$_]/.test(name);

/** Related items in place of a value: objects with an id or a link of their own. */
const isRelatedItem = (value: Json): boolean =>
  isObject(value)
    ? ['id', '_id', 'uuid', 'href', '_links', '@id'].some((name) => Object.hasOwn(value, name))
    : Array.isArray(value) && value.some((entry) => isObject(entry) && isRelatedItem(entry));

/** Maximum number of values of an enumeration. */
const maxChoices = 5;

const choiceNamePattern =
  /(type|kind|category|role|priority|level|severity|currency|country|language|locale|lang|unit|visibility|scope|mode|method|channel|frequency|gender|size|colou?r|condition)$/;
const personalNamePattern =
  /name|mail|phone|mobile|fax|address|street|city|zip|postal|birth|ssn|iban|card|password|token|secret|login|contact|customer|author|owner|person|title|note|comment|text|description/;

function generalizeTexts(name: string, texts: readonly string[]): JsonObject {
  const { format } = inferSchema(texts);
  const different = [...new Set(texts)];
  if (isConstantName(texts, different)) return { type: 'string', enum: different };
  if (isReference(name)) return { type: 'string', ...(format === undefined ? {} : { format }) };
  if (format !== undefined) return { type: 'string', format };
  const areWords = isChoice(name, different);
  if (areWords && (texts.length >= minTexts || choiceNamePattern.test(normalizeName(name))))
    return { type: 'string', enum: different };
  const pattern = findCommonPattern(different);
  if (pattern !== undefined) return { type: 'string', pattern };
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  const minLength = different.includes('') ? 0 : 1;
  const maxLength = Math.max(defaultMaxLength, Math.min(longest, maxTextLength));
  // Where another text is refused, what several items have is accepted, and names none of them.
  const shared = areWords ? different.filter((text) => texts.indexOf(text) < texts.lastIndexOf(text)) : [];
  return { type: 'string', minLength, maxLength, ...(shared.length > 0 && { examples: shared }) };
}

/** Texts up to this length are accepted by most services. */
const defaultMaxLength = 24;
const maxTextLength = 200;

/** The URN of a schema or a profile that all items have: no other value is a valid one. */
const isConstantName = (texts: readonly string[], [only = '', ...others]: readonly string[]): boolean =>
  others.length === 0 && texts.length >= minConstants && /^urn:[a-z\d-]+:\S{1,100}$/i.test(only);

const minConstants = 3;

/** Few short words: over many entries, or with a name that suggests an enumeration, such values are not user content. */
const isChoice = (name: string, different: readonly string[]): boolean =>
  different.length <= maxChoices &&
  !personalNamePattern.test(normalizeName(name)) &&
  different.every((text) => /^[\p{L}][\p{L}\d_.-]{0,23}$/u.test(text));

/** Number of texts of which few are different by intent. */
const minTexts = 8;

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
function generalizeNumbers(name: string, numbers: readonly number[]): JsonObject {
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
