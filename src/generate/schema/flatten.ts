import { getMember, type Json } from '../../model/json.js';
import {
  combineSchemas,
  getDefinition,
  type Keywords,
  type MemberSchemas,
  type SchemaNode,
  type SchemaSet,
  type SchemaType,
} from './keywords.js';
import { compilePattern } from './regexes.js';

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'minContains'] as const;

const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties', 'maxContains'] as const;

/** Maximum number of variants of a schema. */
const maxVariants = 64;

/** Lists the variants of a schema without compositions; `not` is ignored and must be checked afterwards. */
export function listSchemaVariants(schemas: SchemaSet, node: SchemaNode): Keywords[] {
  return expand(schemas, node, []);
}

/** Whether a value of a variant may still be invalid, so that it must be checked. */
export function isUncertain(schemas: SchemaSet, node: SchemaNode, seen: Set<SchemaNode> = new Set()): boolean {
  if (typeof node === 'boolean' || seen.has(node)) return false;
  seen.add(node);
  if (uncheckedKeywords.some((keyword) => node[keyword] !== undefined)) return true;
  const parts = [
    ...(node.$ref ? [getDefinition(schemas, node.$ref)] : []),
    ...(node.allOf ?? []),
    ...(node.anyOf ?? []),
  ];
  return parts.some((part) => isUncertain(schemas, part, seen));
}

const uncheckedKeywords = [
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'contains',
  'propertyNames',
  'patternProperties',
  'maxProperties',
] as const;

function expand(schemas: SchemaSet, node: SchemaNode, chain: readonly SchemaNode[]): Keywords[] {
  if (node === false) return [];
  if (node === true || chain.includes(node)) return [{}];
  const next = [...chain, node];
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
  const groups: Keywords[][] = [];
  if ($ref) groups.push(expand(schemas, getDefinition(schemas, $ref), next));
  for (const part of allOf ?? []) groups.push(expand(schemas, part, next));
  for (const branches of [anyOf, oneOf]) {
    if (branches) groups.push(branches.flatMap((branch) => expand(schemas, branch, next)));
  }
  if (condition !== undefined) {
    const met = crossVariants(expand(schemas, condition, next), expand(schemas, then ?? true, next));
    groups.push([...met, ...expand(schemas, otherwise ?? true, next)]);
  }
  return groups.reduce(crossVariants, [own]);
}

function crossVariants(some: Keywords[], others: Keywords[]): Keywords[] {
  const pairs = some.flatMap((one) => others.map((other) => mergeSchemas(one, other)));
  return limitEvenly(pairs.filter((merged) => merged !== undefined));
}

function limitEvenly(variants: Keywords[]): Keywords[] {
  if (variants.length <= maxVariants) return variants;
  const step = variants.length / maxVariants;
  return Array.from({ length: maxVariants }, (_, index) => variants[Math.floor(index * step)] as Keywords);
}

/** Merges two schemas; undefined when no value satisfies both. Compositions must be flattened before. */
function mergeSchemas(a: Keywords, b: Keywords): Keywords | undefined {
  const type = a.type && b.type ? intersectTypes(a.type, b.type) : (a.type ?? b.type);
  const values = mergeValues(a, b);
  if (type?.length === 0 || values === undefined) return undefined;
  const merged = {
    ...a,
    ...b,
    ...mergeBounds(a, b),
    ...values,
    ...mergeObjects(a, b),
    ...mergeArrays(a, b),
    ...mergePatterns(a, b),
  };
  return dropUndefined({
    ...merged,
    type,
    multipleOf: mergeMultiples(a.multipleOf, b.multipleOf),
    format: a.format ?? b.format,
  });
}

const isIdentical = (one: Json | undefined, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other);

const dropUndefined = (keywords: Keywords): Keywords =>
  Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));

function intersectTypes(one: readonly SchemaType[], other: readonly SchemaType[]): SchemaType[] {
  const isIn = (type: SchemaType, types: readonly SchemaType[]) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...one.filter((type) => isIn(type, other)), ...other.filter((type) => isIn(type, one))])];
}

function mergeValues(a: Keywords, b: Keywords): Keywords | undefined {
  const isIn = (value: Json, list: readonly Json[]) => list.some((each) => isIdentical(each, value));
  const fixed = a.const === undefined ? b.const : a.const;
  if (a.const !== undefined && b.const !== undefined && !isIdentical(a.const, b.const)) return undefined;
  const list = a.enum && b.enum ? a.enum.filter((value) => isIn(value, b.enum ?? [])) : (a.enum ?? b.enum);
  if (fixed !== undefined) return list && !isIn(fixed, list) ? undefined : { const: fixed, enum: undefined };
  return list?.length === 0 ? undefined : { enum: list };
}

function mergeBounds(a: Keywords, b: Keywords): Keywords {
  const pick = (names: readonly (keyof Keywords)[], choose: (...values: number[]) => number) =>
    names.map((name) => {
      const values = [a[name], b[name]].filter((value) => typeof value === 'number');
      return [name, values.length > 0 ? choose(...values) : undefined];
    });
  return Object.fromEntries([...pick(lowerBounds, Math.max), ...pick(upperBounds, Math.min)]);
}

function mergeMultiples(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one % other === 0) return one;
  return other % one === 0 || !Number.isInteger(one * other) ? other : one * other;
}

function mergePatterns(a: Keywords, b: Keywords): Keywords {
  const all = [...(a.allOf ?? []), ...(b.allOf ?? [])];
  const isSecond = a.pattern !== undefined && b.pattern !== undefined && a.pattern !== b.pattern;
  const list = isSecond ? [...all, { pattern: b.pattern }] : all;
  return { pattern: a.pattern ?? b.pattern, allOf: list.length > 0 ? list : undefined };
}

function mergeObjects(a: Keywords, b: Keywords): Keywords {
  const names = [...new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})])];
  const properties = names.map((name) => [
    name,
    combineSchemas(getMemberSchema(a, name), getMemberSchema(b, name)) ?? true,
  ]);
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  return {
    properties: names.length > 0 ? Object.fromEntries(properties) : undefined,
    required: required.length > 0 ? required : undefined,
    additionalProperties: combineSchemas(a.additionalProperties, b.additionalProperties),
    propertyNames: combineSchemas(a.propertyNames, b.propertyNames),
    patternProperties: mergeMembers(a.patternProperties, b.patternProperties),
    dependentRequired: a.dependentRequired || b.dependentRequired ? mergeDependents(a, b) : undefined,
  };
}

/** Returns the schema of a member, which may come from a keyword for additional members. */
function getMemberSchema(schema: Keywords, name: string): SchemaNode | undefined {
  const own = schema.properties;
  if (own && Object.hasOwn(own, name)) return own[name];
  const matching = Object.entries(schema.patternProperties ?? {}).find(([pattern]) =>
    compilePattern(pattern)?.test(name),
  );
  return matching ? matching[1] : schema.additionalProperties;
}

function mergeMembers(a: MemberSchemas | undefined, b: MemberSchemas | undefined): MemberSchemas | undefined {
  if (!a || !b) return a ?? b;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(
    names.map((name) => [name, combineSchemas(getMember(a, name), getMember(b, name)) ?? true]),
  );
}

function mergeDependents(a: Keywords, b: Keywords) {
  const names = [...Object.keys(a.dependentRequired ?? {}), ...Object.keys(b.dependentRequired ?? {})];
  const of = (name: string) => [a, b].flatMap(({ dependentRequired }) => getMember(dependentRequired, name) ?? []);
  return Object.fromEntries(names.map((name) => [name, [...new Set(of(name))]]));
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
