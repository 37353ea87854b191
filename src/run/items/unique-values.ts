import { randomInt, randomUUID } from 'node:crypto';
import { drawValue } from '../../generate/generate.js';
import { listSchemaParts, resolveReference, sourceOf } from '../../generate/schema/read-schema.js';
import { getAtPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';

/** Lists the schemas of one member, through `$ref` and `allOf`. Known for each schema, because every item of a collection has the same. */
export function listMemberSchemas(
  schema: Json | undefined,
  document: Json | undefined,
  pointer: string,
): readonly JsonObject[] {
  if (!isObject(schema)) return [];
  const known = membersOf.get(schema)?.document === document ? membersOf.get(schema) : undefined;
  const found = known?.members.get(pointer);
  if (found !== undefined) return found;
  const members = known?.members ?? new Map<string, readonly JsonObject[]>();
  if (known === undefined) membersOf.set(schema, { document, members });
  const listed = listParts(schema, document).flatMap(({ properties }) => {
    const member = getAtPointer(properties, pointer);
    return isObject(member) ? [member, resolveReference(sourceOf(document), member.$ref)].filter(isObject) : [];
  });
  members.set(pointer, listed);
  return listed;
}

/** The schemas of members in a document, by JSON Pointer. */
type MemberSchemas = { readonly document: Json | undefined; readonly members: Map<string, readonly JsonObject[]> };

const membersOf = new WeakMap<JsonObject, MemberSchemas>();

/** Lists a schema and everything it refers to for the whole value. */
export const listParts = (schema: JsonObject, document: Json | undefined): JsonObject[] =>
  listSchemaParts(sourceOf(document), schema);

/** Number of characters from which on a text like the drawn one is likely to be the only one. */
const minUniqueLength = 6;

/** Maximum number of attempts to generate a value that matches a pattern. */
const maxAttempts = 50;

/**
 * Generates a value for a unique member: a recognizable text if the schema allows it, otherwise a value in the format
 * of the generated one.
 */
export function generateUniqueValue(drawn: Json, word: string, pointer: string, member: readonly JsonObject[]): Json {
  if (typeof drawn === 'number') return generateUniqueNumber(drawn, member);
  const telling = /e-?mail/i.test(pointer) ? `assay-${word}@example.com` : `assay-${word}`;
  if ((typeof drawn === 'string' || drawn === null) && isAdmittedText(telling, member)) return telling;
  if (typeof drawn !== 'string') return drawn;
  if (uuidPattern.test(drawn)) return generateUuidLike(drawn);
  // Another item may have the same few characters, or none.
  const short = [word, word.slice(0, 8), word.slice(0, minUniqueLength)].find((one) => isAdmittedText(one, member));
  if (drawn.length < minUniqueLength && short !== undefined) return short;
  for (let i = 0; i < maxAttempts; i += 1) {
    const alike = [...drawn].map(randomizeCharacter).join('');
    if (alike !== drawn && isAdmittedText(alike, member)) return alike;
  }
  return varyCharacters(drawn, member);
}

/** Services assign numbers in sequence, so a large number is unlikely to be taken. */
function generateUniqueNumber(drawn: number, member: readonly JsonObject[]): number {
  const bound = (name: string, of: (...values: number[]) => number, usual: number) => {
    const told = member.flatMap((part) => (typeof part[name] === 'number' ? [part[name]] : []));
    return of(usual, ...told);
  };
  const greatest = Math.floor(bound('maximum', Math.min, 2_000_000_000));
  const least = Math.ceil(bound('minimum', Math.max, Math.min(1_000_000, Math.max(1, greatest / 2))));
  const steps = member.flatMap(({ multipleOf }) => (typeof multipleOf === 'number' ? [multipleOf] : []));
  const step = Math.max(1, ...steps);
  const [first, last] = [Math.ceil((least + 1) / step), Math.floor((greatest - 1) / step)];
  const value = first < last ? randomInt(first, last) * step : least;
  return steps.every((one) => value % one === 0) && member.every((part) => isAdmittedValue(value, part))
    ? value
    : drawn;
}

const maxChangedCharacters = 100;

/** Changes the characters of a generated text where the schema allows it: parts of a pattern may be literal. */
function varyCharacters(drawn: string, member: readonly JsonObject[]): string {
  const characters = [...drawn];
  for (const [i, character] of characters.slice(0, maxChangedCharacters).entries()) {
    characters[i] = randomizeCharacter(character);
    if (!isAdmittedText(characters.join(''), member)) characters[i] = character;
  }
  return characters.join('');
}

export function isAdmittedText(text: string, member: readonly JsonObject[]): boolean {
  const { length } = [...text];
  for (const part of member) {
    const { type, pattern, minLength, maxLength, format } = part;
    const isText = type === undefined || [type].flat().includes('string');
    const isShort = typeof minLength === 'number' && length < minLength;
    const isLong = typeof maxLength === 'number' && length > maxLength;
    const isOdd = typeof format === 'string' && !plainFormats.includes(format) && text.startsWith('assay-');
    if (!isText || isShort || isLong || isOdd || !isAdmittedValue(text, part)) return false;
    if (typeof pattern === 'string' && !isPatternMatch(pattern, text)) return false;
  }
  return true;
}

/** Formats that a text of ours has or may have. */
const plainFormats = ['email', 'password', 'string'];

/** Whether a schema lists this value, where it lists values. */
const isAdmittedValue = (value: string | number, part: JsonObject): boolean =>
  (!Array.isArray(part.enum) || part.enum.includes(value)) && (part.const === undefined || part.const === value);

/** An invalid pattern matches only the generated text itself. */
function isPatternMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Returns another character of the same kind; hexadecimal digits stay hexadecimal. */
function randomizeCharacter(character: string): string {
  if (/[0-9]/.test(character)) return String(randomInt(10));
  if (/[a-z]/.test(character)) return letters[randomInt(/[a-f]/.test(character) ? 6 : 26)] ?? character;
  if (/[A-Z]/.test(character)) return (letters[randomInt(/[A-F]/.test(character) ? 6 : 26)] ?? character).toUpperCase();
  return character;
}

const wordCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Returns a new text of 12 lower-case letters and digits. */
export function generateWord(): string {
  let word = '';
  for (let i = 0; i < 12; i += 1) word += wordCharacters[randomInt(wordCharacters.length)];
  return word;
}

export const isUuid = (value: Json): boolean => typeof value === 'string' && uuidPattern.test(value);

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Generates an id in the format of a real one that does not exist. */
export function generateUnusedId(real: string): string {
  if (uuidPattern.test(real)) return randomUUID();
  const [, head = '', word = '', tail = ''] = /^(.*?)([0-9A-Za-z]{1,16})([^0-9A-Za-z]*)$/s.exec(real) ?? [];
  if (word === '') return real + generateWord();
  for (;;) {
    const unused = head + generateUnusedWord(word) + tail;
    if (unused !== real) return unused;
  }
}

/** Words of fewer letters are so few that others may have them. */
const minWordLength = 4;

/**
 * Services assign numbers in sequence, so a small number must be far away to be unused; the same applies to the number
 * of a short `t7`.
 */
function generateUnusedWord(word: string): string {
  const [, letters = '', digits = ''] = /^([A-Za-z]*)(\d{1,9})$/.exec(word) ?? [];
  const isCounted = digits !== '' && (letters === '' || word.length <= 6);
  if (isCounted)
    return letters + String(Number(digits) + 1_000_000 + randomInt(1_000_000)).padStart(digits.length, '0');
  return word.length < minWordLength ? word + generateWord() : [...word].map(randomizeCharacter).join('');
}

/**
 * Generates the id of an item that the client names, by the schema of the path parameter, otherwise in the format of existing ids, or of
 * the examples that the schema has.
 */
export function generateChosenId({ creation, id, standing = [] }: Collection, word: string): Json {
  const schema: JsonObject = isObject(creation?.idSchema) ? creation.idSchema : {};
  const types = [schema.type ?? []].flat();
  if (types.includes('integer') || types.includes('number')) return generateUniqueValue(1, word, id.pointer, [schema]);
  const { example, examples, default: usual } = schema;
  const given = [example, ...(Array.isArray(examples) ? examples : []), usual].filter(isText);
  const shown = standing.length > 0 ? standing : given;
  const [first] = shown;
  const isLikeUuid = first !== undefined && uuidPattern.test(first);
  if (schema.format === 'uuid' || (schema.format === undefined && isLikeUuid))
    return isLikeUuid ? generateUuidLike(first) : randomUUID();
  const isNumber = shown.length > 0 && shown.every((one) => /^\d{1,9}$/.test(one));
  if (isNumber && schema.pattern === undefined) return String(generateUniqueValue(1, word, id.pointer, []));
  return generateUniqueValue(first ?? drawText(schema) ?? 'aaaaaaaaaaaa', word, id.pointer, [schema]);
}

/** A text of a schema with a pattern; undefined where none can be generated. */
function drawText(schema: JsonObject): string | undefined {
  if (typeof schema.pattern !== 'string') return undefined;
  const text = drawValue(schema, randomInt(2 ** 31));
  return isText(text) ? text : undefined;
}

/** Generates a UUID with the version and the variant of another (RFC 9562 §4): a service may accept only these. */
function generateUuidLike(other: string): string {
  const uuid = randomUUID();
  return `${uuid.slice(0, 14)}${other.charAt(14)}${uuid.slice(15, 19)}${other.charAt(19)}${uuid.slice(20)}`;
}

const isText = (value: unknown): value is string => typeof value === 'string';
