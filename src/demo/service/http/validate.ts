import { canonicalize, isObject, type Json, type JsonObject } from './json.js';

export interface Complaint {
  readonly pointer: string;
  readonly detail: string;
}

/** The part of JSON Schema that the orders service uses; served unchanged in its OpenAPI document. */
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

/** Lists every constraint that a value violates; read-only members are ignored. */
export function listComplaints(value: Json, schema: Schema, pointer = ''): Complaint[] {
  if (schema.readOnly === true) return [];
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type;
  if (types && !types.some((type) => typeChecks[type]?.(value))) {
    return [{ pointer, detail: `must be ${types.join(' or ')}` }];
  }
  if (schema.enum && !schema.enum.includes(value)) {
    return [{ pointer, detail: `must be one of ${schema.enum.join(', ')}` }];
  }
  if (typeof value === 'string') return toComplaints(pointer, findStringFlaw(value, schema));
  if (typeof value === 'number') return toComplaints(pointer, findNumberFlaw(value, schema));
  if (Array.isArray(value)) return checkArray(value, schema, pointer);
  return isObject(value) ? checkObject(value, schema, pointer) : [];
}

const typeChecks: Readonly<Record<string, (value: Json) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: isObject,
};

const toComplaints = (pointer: string, flaw: string | undefined): Complaint[] =>
  flaw ? [{ pointer, detail: flaw }] : [];

function findStringFlaw(value: string, { minLength = 0, maxLength, pattern, format }: Schema): string | undefined {
  // JSON Schema counts code points, not UTF-16 units.
  const { length } = [...value];
  if (length < minLength) return `must have at least ${minLength} characters`;
  if (maxLength !== undefined && length > maxLength) return `must have at most ${maxLength} characters`;
  if (pattern !== undefined && !compilePattern(pattern).test(value)) return `must match ${pattern}`;
  if (format === 'date-time' && !isInstant(value)) return 'must be a date-time of RFC 3339';
  return format === 'email' && !emailPattern.test(value) ? 'must be an email address' : undefined;
}

/** Date rolls an impossible day over to the next month. */
function isInstant(text: string): boolean {
  const day = /^(\d{4}-\d\d-\d\d)[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.exec(text)?.[1];
  if (day === undefined || Number.isNaN(Date.parse(text.toUpperCase()))) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function findNumberFlaw(value: number, { minimum, maximum }: Schema): string | undefined {
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : undefined;
}

function checkArray(value: readonly Json[], schema: Schema, pointer: string): Complaint[] {
  const { maxItems, uniqueItems, items } = schema;
  if (maxItems !== undefined && value.length > maxItems) {
    return [{ pointer, detail: `must have at most ${maxItems} entries` }];
  }
  if (uniqueItems === true && new Set(value.map(canonicalize)).size < value.length) {
    return [{ pointer, detail: 'must not repeat an entry' }];
  }
  return items ? value.flatMap((entry, index) => listComplaints(entry, items, `${pointer}/${index}`)) : [];
}

function checkObject(value: JsonObject, schema: Schema, pointer: string): Complaint[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ pointer: `${pointer}/${name}`, detail: 'is required' }));
  const present = Object.entries(value).flatMap(([name, member]) => {
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) return listComplaints(member ?? null, known, at);
    return additionalProperties === false ? [{ pointer: at, detail: 'is not a known member' }] : [];
  });
  return [...missing, ...present];
}

const expressionCache = new Map<string, RegExp>();

function compilePattern(pattern: string): RegExp {
  const known = expressionCache.get(pattern) ?? new RegExp(pattern, 'u');
  expressionCache.set(pattern, known);
  return known;
}

const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
