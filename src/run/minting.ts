import { randomInt } from 'node:crypto';
import { at, isObject, type Json, type JsonObject } from '../rule/index.js';

/** What a schema says of one member: every part of it, through `$ref` and `allOf`. */
export function memberAt(
  schema: Json | undefined,
  document: Json | undefined,
  pointer: string,
  depth = 0,
): readonly JsonObject[] {
  if (!isObject(schema) || depth > 8) return [];
  const { $ref, allOf, properties } = schema;
  const parts = [targetOf($ref, document), ...(Array.isArray(allOf) ? allOf : [])];
  const member = at(properties, pointer);
  const own = isObject(member) ? [member, targetOf(member.$ref, document)].filter(isObject) : [];
  return [...own, ...parts.flatMap((part) => memberAt(part, document, pointer, depth + 1))];
}

const targetOf = ($ref: Json | undefined, document: Json | undefined): Json | undefined =>
  typeof $ref === 'string' && $ref.startsWith('#') ? at(document, decodeURIComponent($ref.slice(1))) : undefined;

/** Most attempts to mint a value that a pattern admits. */
const attempts = 50;

/** A value for a member that must be unique: a telling word where the schema admits it, else one in the shape of what was drawn. */
export function minted(drawn: Json, word: string, pointer: string, member: readonly JsonObject[]): Json {
  if (typeof drawn === 'number') return randomInt(1_000_000, 2_000_000_000);
  const telling = /e-?mail/i.test(pointer) ? `assay-${word}@example.com` : `assay-${word}`;
  if (typeof drawn !== 'string' || isAdmitted(telling, member)) return telling;
  for (let i = 0; i < attempts; i += 1) {
    const alike = [...drawn].map(another).join('');
    if (alike !== drawn && isAdmitted(alike, member)) return alike;
  }
  return drawn;
}

function isAdmitted(text: string, member: readonly JsonObject[]): boolean {
  return member.every(({ pattern, minLength, maxLength, format }) => {
    const fits = typeof pattern !== 'string' || matches(pattern, text);
    const isShort = typeof minLength === 'number' && text.length < minLength;
    const isLong = typeof maxLength === 'number' && text.length > maxLength;
    const isOdd =
      typeof format === 'string' && !['email', 'password', 'string'].includes(format) && /^assay-/.test(text);
    return fits && !isShort && !isLong && !isOdd;
  });
}

/** A pattern that cannot be read admits nothing that was not drawn. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Another character of the same kind; hexadecimal digits stay ones. */
function another(character: string): string {
  if (/[0-9]/.test(character)) return String(randomInt(10));
  if (/[a-z]/.test(character)) return letters[randomInt(/[a-f]/.test(character) ? 6 : 26)] ?? character;
  if (/[A-Z]/.test(character)) return (letters[randomInt(/[A-F]/.test(character) ? 6 : 26)] ?? character).toUpperCase();
  return character;
}
