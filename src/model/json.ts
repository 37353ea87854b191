/** Any JSON value. Numbers beyond 2^53 are texts, see `http/`. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

/** A JSON object, the usual body of a resource. */
export type JsonObject = { readonly [member: string]: Json };

/** Distinguishes JSON objects from arrays, null and scalars. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an own member; undefined for a name such as `constructor` that every object inherits. */
export const getMember = <T>(from: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  from !== undefined && Object.hasOwn(from, name) ? from[name] : undefined;

/** Parses a JSON text; undefined for anything else. The latest results are kept for other parts of the kit. */
export function readJson(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  if (readTexts.has(text)) return readTexts.get(text);
  let json: Json | undefined;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    json = undefined;
  }
  if (text.length > maxReadLength) return json;
  if (readTexts.size >= maxReadTexts) readTexts.clear();
  readTexts.set(text, json);
  return json;
}

const readTexts = new Map<string, Json | undefined>();
const [maxReadTexts, maxReadLength] = [64, 8_192];

/** Sorts the members of each object, so that equal values have one text. */
export function sortMembers(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sortMembers);
  if (!isObject(value)) return value;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, part]) => [name, sortMembers(part)]));
}

/** The reference tokens of a JSON Pointer (RFC 6901), unescaped. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  const tokens = pointer.slice(1).split('/');
  return pointer.includes('~') ? tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens;
}

/** The same, cached: few pointers are resolved very often. */
function getPointerTokens(pointer: string): readonly string[] {
  const known = parsedPointers.get(pointer);
  if (known !== undefined) return known;
  const steps = parsePointer(pointer);
  if (parsedPointers.size < maxParsedPointers) parsedPointers.set(pointer, steps);
  return steps;
}

const parsedPointers = new Map<string, readonly string[]>();
const maxParsedPointers = 1_000;

/** Appends a token to a pointer. */
export const appendToPointer = (pointer: string, token: string): string => `${pointer}${buildPointer([token])}`;

/** Joins reference tokens to a JSON Pointer (RFC 6901). */
export function buildPointer(tokens: readonly (string | number)[]): string {
  let pointer = '';
  for (const token of tokens) pointer += `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer;
}

/** Returns the value at a JSON Pointer, or undefined when there is none. Own members only. */
export function getAtPointer(value: Json | undefined, pointer: string): Json | undefined {
  let here: Json | undefined = value;
  for (const token of parsedPointers.get(pointer) ?? getPointerTokens(pointer)) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, token)) return undefined;
    if (Array.isArray(here) && token === 'length') return undefined;
    here = (here as JsonObject)[token];
  }
  return here;
}

/** Copies `value` with `part` at `pointer`; missing parents are created as objects. */
export function setAtPointer(value: Json | undefined, pointer: string, part: Json | undefined): Json {
  return setAtTokens(value, getPointerTokens(pointer), 0, part);
}

function setAtTokens(value: Json | undefined, steps: readonly string[], depth: number, part: Json | undefined): Json {
  const token = steps[depth];
  if (token === undefined) return part ?? null;
  if (Array.isArray(value)) {
    const copy = [...value];
    copy[Number(token)] = setAtTokens(copy[Number(token)], steps, depth + 1, part);
    return copy;
  }
  const members: JsonObject = isObject(value) ? value : {};
  const isLast = depth === steps.length - 1;
  const child = isLast ? part : setAtTokens(members[token], steps, depth + 1, part);
  if (child !== undefined) return { ...members, [token]: child };
  const { [token]: _, ...others } = members;
  return others;
}

export const omitUndefined = <T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** A name in lower case without separators: `X-Api-Key`, `x_api_key` and `xApiKey` are the same. */
export const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Freezes every plain object and array in a value and returns it, so that a change throws at its line. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Instances of classes may need to change to work.
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) if (typeof part === 'object') deepFreeze(part);
  return value;
}

/** Texts and numbers as whole tokens, so that the fraction of a number is not taken for a number. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON; integers beyond 2^53 become texts, because a rounded id would be another one. Undefined for no JSON. */
export function parseJson(text: string): Json | undefined {
  if (text === '') return undefined;
  try {
    return JSON.parse(/\d{16}/.test(text) ? text.replace(tokenPattern, keepDigits) : text);
  } catch {
    return undefined;
  }
}

const keepDigits = (found: string) =>
  /^-?\d{16,}$/.test(found) && !Number.isSafeInteger(Number(found)) ? `"${found}"` : found;

/** Maximum nesting depth and number of parts; more would exhaust the stack or the memory. */
const maxDepth = 500;
const maxParts = 1_000_000;

/** Change of the nesting depth by a character outside of texts. */
const depthSteps = new Int8Array(0x10000);
for (const character of '[{') depthSteps[character.charCodeAt(0)] = 1;
for (const character of ']}') depthSteps[character.charCodeAt(0)] = -1;

/** Why a JSON text is too large to be parsed; undefined when it is not. */
export function findExcess(text: string): string | undefined {
  if (text.length <= maxDepth || !/^\s*[[{]/.test(text)) return undefined;
  let depth = 0;
  let parts = 0;
  let isInText = false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (isInText) {
      if (code === backslash) i += 1;
      else if (code === quotationMark) isInText = false;
      continue;
    }
    if (code === quotationMark) isInText = true;
    else if (code === comma) parts += 1;
    depth += depthSteps[code] as number;
    if (depth > maxDepth) return `content that is nested deeper than ${maxDepth} levels`;
  }
  return parts > maxParts ? `content of more than ${maxParts} parts` : undefined;
}

const [quotationMark, comma, backslash] = [0x22, 0x2c, 0x5c];
