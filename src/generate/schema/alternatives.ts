import { getMember, type Json } from '../../model/json.js';
import type { SchemaChecker } from '../check-value.js';
import {
  combineSchemas,
  findMemberSchema,
  getDefinition,
  type Keywords,
  type MemberSchemas,
  type SchemaNode,
  type SchemaSet,
  type SchemaType,
} from './keywords.js';

/** One alternative of a schema with one type of value, or with listed values. */
export interface Alternative {
  readonly variant: Keywords;
  readonly kind: SchemaType | 'listed';
  readonly values: readonly Json[];
  /** Whether the schema has no other alternative, so that violating this one violates the schema. */
  readonly isOnly: boolean;
}

const maxVariants = 64;

/** Maximum number of values used of a long list, because each is validated. */
const maxListed = 1_000;

/** Lists all alternatives of a schema, by variant and type. `not` is ignored and must be checked afterwards. */
export function listAlternatives(schemas: SchemaSet, judge: SchemaChecker, node: SchemaNode): Alternative[] {
  const variants = [
    ...new Map(expand(schemas, node, []).map((variant) => [JSON.stringify(variant), variant])).values(),
  ];
  const isOnly = variants.length === 1;
  return variants.flatMap((variant): Alternative[] => {
    const of = (kind: Alternative['kind'], values: readonly Json[] = []) => ({ variant, kind, values, isOnly });
    const listed = variant.const === undefined ? variant.enum?.slice(0, maxListed) : [variant.const];
    if (listed) {
      const values = variant['x-fixed'] ? listed : listed.filter((value) => judge.accepts(variant, value));
      const others = values.filter((value) => value !== null);
      return [...(others.length > 0 ? [of('listed', others)] : []), ...(values.includes(null) ? [of('null')] : [])];
    }
    const types = variant.type ?? inferImpliedTypes(variant);
    return types.filter((type) => type !== 'integer' || !types.includes('number')).map((type) => of(type));
  });
}

const impliedTypes: readonly [SchemaType, readonly (keyof Keywords)[]][] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** A schema without `type` has the types of its keywords; without any, it allows all scalar values. */
function inferImpliedTypes(variant: Keywords): readonly SchemaType[] {
  const found = impliedTypes.filter(([, keywords]) => keywords.some((keyword) => variant[keyword] !== undefined));
  return found.length > 0 ? found.map(([type]) => type) : ['string', 'integer', 'boolean'];
}

const uncheckedKeywords = [
  ...(['oneOf', 'not', 'if', 'dependentSchemas'] as const),
  ...(['contains', 'propertyNames', 'patternProperties', 'maxProperties'] as const),
];

/** Whether a value of a variant may still be invalid, so that it must be checked. */
export function isUncertain(schemas: SchemaSet, node: SchemaNode, seen: Set<SchemaNode> = new Set()): boolean {
  if (typeof node === 'boolean' || seen.has(node)) return false;
  seen.add(node);
  if (uncheckedKeywords.some((keyword) => node[keyword] !== undefined)) return true;
  const { $ref, allOf = [], anyOf = [] } = node;
  const parts = [...($ref ? [getDefinition(schemas, $ref)] : []), ...allOf, ...anyOf];
  return parts.some((part) => isUncertain(schemas, part, seen));
}

/** Lists the variants of a schema without compositions. */
function expand(schemas: SchemaSet, node: SchemaNode, chain: readonly SchemaNode[]): Keywords[] {
  if (node === false) return [];
  if (node === true || chain.includes(node)) return [{}];
  const {
    $ref,
    allOf,
    anyOf,
    oneOf,
    not: _,
    if: condition,
    then,
    else: otherwise,
    dependentSchemas: __,
    ...own
  } = node;
  const inside = (part: SchemaNode) => expand(schemas, part, [...chain, node]);
  const groups: Keywords[][] = [];
  if ($ref) groups.push(inside(getDefinition(schemas, $ref)));
  for (const part of allOf ?? []) groups.push(inside(part));
  for (const branches of [anyOf, oneOf]) if (branches) groups.push(branches.flatMap(inside));
  if (condition !== undefined) {
    const met = crossVariants(inside(condition), inside(then ?? true));
    groups.push([...met, ...inside(otherwise ?? true)]);
  }
  return groups.reduce(crossVariants, [own]);
}

/** Merges each variant with each other one; of too many, some are taken evenly. */
function crossVariants(some: Keywords[], others: Keywords[]): Keywords[] {
  const variants = some
    .flatMap((one) => others.map((other) => mergeSchemas(one, other)))
    .filter((merged) => merged !== undefined);
  if (variants.length <= maxVariants) return variants;
  const step = variants.length / maxVariants;
  return Array.from({ length: maxVariants }, (_, index) => variants[Math.floor(index * step)] as Keywords);
}

/** The larger of two lower bounds holds, and the smaller of two upper ones. */
const bounds: readonly (readonly [keyof Keywords, (...values: number[]) => number])[] = [
  ...(['minimum', 'exclusiveMinimum'] as const).map((name) => [name, Math.max] as const),
  ...(['minLength', 'minItems', 'minProperties', 'minContains'] as const).map((name) => [name, Math.max] as const),
  ...(['maximum', 'exclusiveMaximum'] as const).map((name) => [name, Math.min] as const),
  ...(['maxLength', 'maxItems', 'maxProperties', 'maxContains'] as const).map((name) => [name, Math.min] as const),
];

/** Merges two schemas; undefined when no value satisfies both. Compositions must be flattened before. */
function mergeSchemas(a: Keywords, b: Keywords): Keywords | undefined {
  const type = a.type && b.type ? intersectTypes(a.type, b.type) : (a.type ?? b.type);
  const values = mergeValues(a, b);
  if (type?.length === 0 || values === undefined) return undefined;
  const merged: Record<string, unknown> = { ...a, ...b };
  for (const [name, choose] of bounds) {
    const given = [a[name], b[name]].filter((value) => typeof value === 'number');
    merged[name] = given.length > 0 ? choose(...given) : undefined;
  }
  Object.assign(merged, values, mergeObjects(a, b), mergeArrays(a, b));
  const isSecond = a.pattern !== undefined && b.pattern !== undefined && a.pattern !== b.pattern;
  const parts = [...(a.allOf ?? []), ...(b.allOf ?? []), ...(isSecond ? [{ pattern: b.pattern }] : [])];
  merged.pattern = a.pattern ?? b.pattern;
  merged.allOf = parts.length > 0 ? parts : undefined;
  merged.type = type;
  merged.multipleOf = mergeMultiples(a.multipleOf, b.multipleOf);
  merged.format = a.format ?? b.format;
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
}

function intersectTypes(one: readonly SchemaType[], other: readonly SchemaType[]): SchemaType[] {
  const isIn = (type: SchemaType, types: readonly SchemaType[]) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...one.filter((type) => isIn(type, other)), ...other.filter((type) => isIn(type, one))])];
}

function mergeValues(a: Keywords, b: Keywords): Keywords | undefined {
  const isIdentical = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other);
  const isIn = (value: Json, list: readonly Json[]) => list.some((each) => isIdentical(each, value));
  const fixed = a.const === undefined ? b.const : a.const;
  if (a.const !== undefined && b.const !== undefined && !isIdentical(a.const, b.const)) return undefined;
  const list = a.enum && b.enum ? a.enum.filter((value) => isIn(value, b.enum ?? [])) : (a.enum ?? b.enum);
  if (fixed !== undefined) return list && !isIn(fixed, list) ? undefined : { const: fixed, enum: undefined };
  return list?.length === 0 ? undefined : { enum: list };
}

function mergeMultiples(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one % other === 0) return one;
  return other % one === 0 || !Number.isInteger(one * other) ? other : one * other;
}

const listNames = (a: object | undefined, b: object | undefined): string[] => [
  ...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]),
];

function mergeObjects(a: Keywords, b: Keywords): Keywords {
  const names = listNames(a.properties, b.properties);
  const properties = names.map((name) => [
    name,
    combineSchemas(findMemberSchema(a, name), findMemberSchema(b, name)) ?? true,
  ]);
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  const dependents = listNames(a.dependentRequired, b.dependentRequired).map((name) => {
    const lists = [a, b].flatMap(({ dependentRequired }) => getMember(dependentRequired, name) ?? []);
    return [name, [...new Set(lists)]];
  });
  return {
    properties: names.length > 0 ? Object.fromEntries(properties) : undefined,
    required: required.length > 0 ? required : undefined,
    additionalProperties: combineSchemas(a.additionalProperties, b.additionalProperties),
    propertyNames: combineSchemas(a.propertyNames, b.propertyNames),
    patternProperties: mergeMembers(a.patternProperties, b.patternProperties),
    dependentRequired: a.dependentRequired || b.dependentRequired ? Object.fromEntries(dependents) : undefined,
  };
}

function mergeMembers(a: MemberSchemas | undefined, b: MemberSchemas | undefined): MemberSchemas | undefined {
  if (!a || !b) return a ?? b;
  const names = listNames(a, b);
  return Object.fromEntries(
    names.map((name) => [name, combineSchemas(getMember(a, name), getMember(b, name)) ?? true]),
  );
}

function mergeArrays(a: Keywords, b: Keywords): Keywords {
  const length = Math.max(a.prefixItems?.length ?? 0, b.prefixItems?.length ?? 0);
  const itemIn = (schema: Keywords, index: number) => schema.prefixItems?.[index] ?? schema.items;
  const prefix = Array.from({ length }, (_, index) => combineSchemas(itemIn(a, index), itemIn(b, index)) ?? true);
  return {
    prefixItems: length > 0 ? prefix : undefined,
    items: combineSchemas(a.items, b.items),
    contains: combineSchemas(a.contains, b.contains),
  };
}
