import { canonical, isObject, type Json, type JsonObject } from './json.js';

/** One broken constraint, and where. */
export interface Complaint {
  readonly pointer: string;
  readonly detail: string;
}

/** The part of JSON Schema that the orders service uses; served as it is in its OpenAPI document. */
export interface Schema extends JsonObject {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: { readonly [member: string]: Schema };
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly readOnly?: boolean;
}

/** Every constraint of the schema that the value breaks; read-only members are passed over. */
export function complaintsAbout(value: Json, schema: Schema, pointer = ''): Complaint[] {
  if (schema.readOnly === true) return [];
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (types && !types.some((type) => isOfType[type]?.(value))) {
    return [{ pointer, detail: `must be ${types.join(' or ')}` }];
  }
  if (schema.enum && !schema.enum.includes(value)) {
    return [{ pointer, detail: `must be one of ${schema.enum.join(', ')}` }];
  }
  if (typeof value === 'string') return say(pointer, stringFlaw(value, schema));
  if (typeof value === 'number') return say(pointer, numberFlaw(value, schema));
  if (Array.isArray(value)) return aboutArray(value, schema, pointer);
  return isObject(value) ? aboutObject(value, schema, pointer) : [];
}

const isOfType: Readonly<Record<string, (value: Json) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: isObject,
};

const say = (pointer: string, flaw: string | undefined): Complaint[] => (flaw ? [{ pointer, detail: flaw }] : []);

function stringFlaw(value: string, { minLength = 0, maxLength, pattern, format }: Schema): string | undefined {
  const length = codePoints(value);
  if (length < minLength) return `must have at least ${minLength} characters`;
  if (maxLength !== undefined && length > maxLength) return `must have at most ${maxLength} characters`;
  if (pattern !== undefined && !expression(pattern).test(value)) return `must match ${pattern}`;
  if (format === 'date-time' && !isInstant(value)) return 'must be a date-time of RFC 3339';
  return format === 'email' && !email.test(value) ? 'must be an email address' : undefined;
}

/** A day that its month does not have comes out as one of the next. */
function isInstant(text: string): boolean {
  const day = /^(\d{4}-\d\d-\d\d)[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text.toUpperCase()))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function numberFlaw(value: number, { minimum, maximum }: Schema): string | undefined {
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : undefined;
}

function aboutArray(value: readonly Json[], schema: Schema, pointer: string): Complaint[] {
  const { maxItems, uniqueItems, items } = schema;
  if (maxItems !== undefined && value.length > maxItems) {
    return [{ pointer, detail: `must have at most ${maxItems} entries` }];
  }
  if (uniqueItems === true && new Set(value.map(canonical)).size < value.length) {
    return [{ pointer, detail: 'must not repeat an entry' }];
  }
  return items ? value.flatMap((entry, index) => complaintsAbout(entry, items, `${pointer}/${index}`)) : [];
}

function aboutObject(value: JsonObject, schema: Schema, pointer: string): Complaint[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ pointer: `${pointer}/${name}`, detail: 'is required' }));
  const present = Object.entries(value).flatMap(([name, member]) => {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) return complaintsAbout(member ?? null, known, at);
    return additionalProperties === false ? [{ pointer: at, detail: 'is not a known member' }] : [];
  });
  return [...missing, ...present];
}

/** JSON Schema counts characters, which are code points and not UTF-16 units. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const expressions = new Map<string, RegExp>();

function expression(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, known);
  return known;
}

const email =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
