import type fc from 'fast-check';
import type { Json } from '../../model/json.js';
import { combineSchemas, type Keywords, type SchemaNode } from '../schema/keywords.js';
import { compilePattern } from '../schema/regexes.js';
import type { BuildScope, ValueBuilder } from '../value-builder.js';
import { buildArrayArbitrary } from './arrays.js';
import { isPastName } from './formats.js';
import { buildObjectArbitrary, type ObjectMember } from './objects.js';
import { buildPatternText } from './patterns.js';
import { buildWord } from './strings.js';

/** Maximum number of entries or members that a schema may require. */
const maxParts = 2_000;

/** Changes to an object or array for near misses. */
export interface ContainerChange {
  /** Additional members, with the generators of their values. */
  readonly put?: Readonly<Record<string, fc.Arbitrary<Json>>>;
  readonly drop?: string;
  /** The generator of the first item. */
  readonly first?: fc.Arbitrary<Json>;
  readonly length?: number;
}

/** Generates objects of a schema; undefined when a required member cannot be generated. */
export function buildObject(builder: ValueBuilder, variant: Keywords, scope: BuildScope, change: ContainerChange = {}) {
  const {
    properties = {},
    required = [],
    minProperties: min = 0,
    maxProperties: max = Number.POSITIVE_INFINITY,
  } = variant;
  const { put = {}, drop } = change;
  if (scope.budget < 0) return undefined;
  const members: ObjectMember[] = [];
  for (const name of new Set([...Object.keys(properties), ...required, ...Object.keys(put)])) {
    if (name === drop) continue;
    const isForced = Object.hasOwn(put, name);
    const isRequired = isForced || required.includes(name);
    const source = isForced
      ? put[name]
      : builder.build(getMemberSchema(variant, name), createMemberScope(builder, scope, variant, name));
    if (source) members.push({ name, source, isRequired });
    else if (isRequired) return undefined;
  }
  const extras = buildExtras(builder, variant, scope, members.length);
  const dependents = variant.dependentRequired ?? {};
  return members.length + (extras?.max ?? 0) < min
    ? undefined
    : buildObjectArbitrary({ members, extras, min, max, dependents });
}

/** Generates arrays of a schema; undefined when too few items can be generated. */
export function buildArray(builder: ValueBuilder, variant: Keywords, scope: BuildScope, change: ContainerChange = {}) {
  const { items = true, prefixItems = [], contains, minContains = 1 } = variant;
  if (scope.budget < 0) return undefined;
  const inside = (node: SchemaNode) => ({
    ...createInnerScope(builder, scope, node),
    nesting: scope.nesting + 1,
    isNullless: false,
  });
  const wanted = contains === undefined ? undefined : combineSchemas(contains, items);
  const firsts =
    wanted === undefined
      ? prefixItems
      : [...prefixItems, ...Array<SchemaNode>(Math.min(minContains, maxParts + 1)).fill(wanted)];
  const built = firsts.map((node) => builder.build(node, inside(node)));
  const prefix = takeUntilGap(change.first ? [change.first, ...built.slice(1)] : built);
  const item = builder.build(items, inside(items));
  const sizes = computeSizes(variant, scope, change);
  const min = Math.max(sizes.min, wanted === undefined ? 0 : firsts.length);
  if (min > maxParts || (!item && prefix.length < min)) return undefined;
  return buildArrayArbitrary({
    prefix,
    item,
    min,
    max: Math.max(min, sizes.max),
    isUnique: variant.uniqueItems === true,
  });
}

/** Returns the schema of a member. */
export function getMemberSchema(
  { properties = {}, patternProperties = {}, additionalProperties = true }: Keywords,
  name: string,
) {
  if (Object.hasOwn(properties, name)) return properties[name] ?? true;
  const matching = Object.entries(patternProperties).find(([pattern]) => compilePattern(pattern)?.test(name));
  return matching ? matching[1] : additionalProperties;
}

/** Creates the scope of a member. */
export const createMemberScope = (builder: ValueBuilder, scope: BuildScope, variant: Keywords, name: string) => ({
  ...createInnerScope(builder, scope, getMemberSchema(variant, name)),
  isPast: isPastName(name),
});

/** A cycle costs more of the budget than a level, so that bodies stay small. */
const createInnerScope = (builder: ValueBuilder, scope: BuildScope, node: SchemaNode): BuildScope => ({
  ...scope,
  isPast: false,
  budget: scope.budget - (builder.isRecursive(node) ? 3 : 1),
});

function takeUntilGap<T>(sources: readonly (T | undefined)[]): T[] {
  const gap = sources.indexOf(undefined);
  return (gap < 0 ? sources : sources.slice(0, gap)).filter((source) => source !== undefined);
}

const lengthCaps = [5, 3, 2, 1];

function computeSizes(
  { minItems = 0, maxItems }: Keywords,
  { nesting }: BuildScope,
  { first, length }: ContainerChange,
) {
  if (length !== undefined) return { min: length, max: length };
  const min = first ? Math.max(1, minItems) : minItems;
  const cap = Math.max(min, lengthCaps[Math.min(nesting, 3)] as number);
  const isExact = maxItems !== undefined && maxItems <= (nesting === 0 ? 50 : 10);
  return { min, max: isExact ? maxItems : Math.min(maxItems ?? cap, cap) };
}

function buildExtras(builder: ValueBuilder, variant: Keywords, scope: BuildScope, count: number) {
  const { properties, patternProperties = {}, additionalProperties = true, minProperties = 0 } = variant;
  const isMap = properties === undefined && typeof additionalProperties !== 'boolean';
  const [byPattern] = properties === undefined ? Object.entries(patternProperties) : [];
  const min = Math.max(0, minProperties - count);
  if (min > maxParts) return undefined;
  if (!isMap && !byPattern && min === 0) return undefined;
  const node = byPattern ? byPattern[1] : additionalProperties;
  const value = builder.build(node, createInnerScope(builder, scope, node));
  const key = byPattern
    ? buildPatternText({ patterns: [byPattern[0]], min: 1, max: 30 })
    : buildKeyArbitrary(builder, variant, scope);
  return value && key ? { key, value, min, max: Math.max(min, 2) } : undefined;
}

/** Generates names of additional members. */
export function buildKeyArbitrary(builder: ValueBuilder, { propertyNames }: Keywords, scope: BuildScope) {
  const names = combineSchemas(propertyNames, { type: ['string'] });
  if (propertyNames === undefined || names === undefined) return buildWord(3, 8);
  return builder.build(names, scope) as fc.Arbitrary<string> | undefined;
}
