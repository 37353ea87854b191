import type { Json } from '../../model/json.js';
import { both, type Keywords, type Members, type Node, type Type } from './keywords.js';
import { regexOf } from './regexes.js';

/** One schema for what satisfies both, or undefined where nothing does. Compositions must be taken apart before. */
export function merge(a: Keywords, b: Keywords): Keywords | undefined {
  const type = a.type && b.type ? meet(a.type, b.type) : (a.type ?? b.type);
  const values = valuesOf(a, b);
  if (type?.length === 0 || values === undefined) return undefined;
  const merged = { ...a, ...b, ...tightest(a, b), ...values, ...objects(a, b), ...arrays(a, b), ...patterns(a, b) };
  return clean({ ...merged, type, multipleOf: multiple(a.multipleOf, b.multipleOf), format: a.format ?? b.format });
}

const identical = (one: Json | undefined, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other);

const clean = (keywords: Keywords): Keywords =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));

function meet(one: readonly Type[], other: readonly Type[]): Type[] {
  const isIn = (type: Type, types: readonly Type[]) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...one.filter((type) => isIn(type, other)), ...other.filter((type) => isIn(type, one))])];
}

function valuesOf(a: Keywords, b: Keywords): Keywords | undefined {
  const isIn = (value: Json, list: readonly Json[]) => list.some((each) => identical(each, value));
  const fixed = a.const === undefined ? b.const : a.const;
  if (a.const !== undefined && b.const !== undefined && !identical(a.const, b.const)) return undefined;
  const list = a.enum && b.enum ? a.enum.filter((value) => isIn(value, b.enum ?? [])) : (a.enum ?? b.enum);
  if (fixed !== undefined) return list && !isIn(fixed, list) ? undefined : { const: fixed, enum: undefined };
  return list?.length === 0 ? undefined : { enum: list };
}

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'] as const;
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'] as const;

function tightest(a: Keywords, b: Keywords): Keywords {
  const pick = (names: readonly (keyof Keywords)[], choose: (...values: number[]) => number) =>
    names.map((name) => {
      const values = [a[name], b[name]].filter((value) => typeof value === 'number');
      return [name, values.length > 0 ? choose(...values) : undefined];
    });
  return Object.fromEntries([...pick(lower, Math.max), ...pick(upper, Math.min)]);
}

function multiple(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one % other === 0) return one;
  return other % one === 0 || !Number.isInteger(one * other) ? other : one * other;
}

function patterns(a: Keywords, b: Keywords): Keywords {
  const all = [...(a.allOf ?? []), ...(b.allOf ?? [])];
  const isSecond = a.pattern !== undefined && b.pattern !== undefined && a.pattern !== b.pattern;
  const list = isSecond ? [...all, { pattern: b.pattern }] : all;
  return { pattern: a.pattern ?? b.pattern, allOf: list.length > 0 ? list : undefined };
}

function objects(a: Keywords, b: Keywords): Keywords {
  const names = [...new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})])];
  const properties = names.map((name) => [name, both(memberIn(a, name), memberIn(b, name)) ?? true]);
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  return {
    properties: names.length > 0 ? Object.fromEntries(properties) : undefined,
    required: required.length > 0 ? required : undefined,
    additionalProperties: both(a.additionalProperties, b.additionalProperties),
    propertyNames: both(a.propertyNames, b.propertyNames),
    patternProperties: union(a.patternProperties, b.patternProperties),
    dependentRequired: a.dependentRequired || b.dependentRequired ? dependents(a, b) : undefined,
  };
}

/** What `schema` says about a member, be it through a keyword that only speaks of all others. */
function memberIn(schema: Keywords, name: string): Node | undefined {
  const own = schema.properties;
  if (own && Object.hasOwn(own, name)) return own[name];
  const matching = Object.entries(schema.patternProperties ?? {}).find(([pattern]) => regexOf(pattern)?.test(name));
  return matching ? matching[1] : schema.additionalProperties;
}

function union(a: Members | undefined, b: Members | undefined): Members | undefined {
  if (!a || !b) return a ?? b;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(names.map((name) => [name, both(a[name], b[name]) ?? true]));
}

function dependents(a: Keywords, b: Keywords) {
  const names = [...Object.keys(a.dependentRequired ?? {}), ...Object.keys(b.dependentRequired ?? {})];
  const of = (name: string) => [...(a.dependentRequired?.[name] ?? []), ...(b.dependentRequired?.[name] ?? [])];
  return Object.fromEntries(names.map((name) => [name, [...new Set(of(name))]]));
}

function arrays(a: Keywords, b: Keywords): Keywords {
  const length = Math.max(a.prefixItems?.length ?? 0, b.prefixItems?.length ?? 0);
  const itemIn = (schema: Keywords, index: number) => schema.prefixItems?.[index] ?? schema.items;
  const prefix = Array.from({ length }, (_, index) => both(itemIn(a, index), itemIn(b, index)) ?? true);
  return {
    prefixItems: length > 0 ? prefix : undefined,
    items: both(a.items, b.items),
    contains: both(a.contains, b.contains),
  };
}
