import type fc from 'fast-check';
import type { Json, JsonObject } from '../../model/json.js';
import { both, type Keywords, type Node } from '../schema/keywords.js';
import { regexOf } from '../schema/regexes.js';
import type { Scope, Shop } from '../value-builder.js';
import { arrayBy } from './arrays.js';
import { isPastName } from './formats.js';
import { type Extras, type Member, objectBy } from './objects.js';
import { matching } from './patterns.js';
import { wordOf } from './strings.js';

/** Most entries or members that are made because a schema wants so many. */
const mostParts = 2_000;

/** How an object or array differs from an ordinary one, for near misses. */
export interface Change {
  /** Members that must be there, and where their values come from. */
  readonly put?: Readonly<Record<string, fc.Arbitrary<Json>>>;
  readonly drop?: string;
  /** The source of the first item. */
  readonly first?: fc.Arbitrary<Json>;
  readonly length?: number;
}

/** Objects of a schema; undefined where a required member cannot be made. */
export function objectOf(
  shop: Shop,
  variant: Keywords,
  scope: Scope,
  change: Change = {},
): fc.Arbitrary<JsonObject> | undefined {
  const {
    properties = {},
    required = [],
    minProperties: min = 0,
    maxProperties: max = Number.POSITIVE_INFINITY,
  } = variant;
  const { put = {}, drop } = change;
  if (scope.budget < 0) return undefined;
  const members: Member[] = [];
  for (const name of new Set([...Object.keys(properties), ...required, ...Object.keys(put)])) {
    if (name === drop) continue;
    const isForced = Object.hasOwn(put, name);
    const isRequired = isForced || required.includes(name);
    const source = isForced ? put[name] : shop.build(memberIn(variant, name), below(shop, scope, variant, name));
    if (source) members.push({ name, source, isRequired });
    else if (isRequired) return undefined;
  }
  const extras = extrasOf(shop, variant, scope, members.length);
  const dependents = variant.dependentRequired ?? {};
  return members.length + (extras?.max ?? 0) < min ? undefined : objectBy({ members, extras, min, max, dependents });
}

/** Arrays of a schema; undefined where too few items can be made. */
export function arrayOf(
  shop: Shop,
  variant: Keywords,
  scope: Scope,
  change: Change = {},
): fc.Arbitrary<Json[]> | undefined {
  const { items = true, prefixItems = [], contains, minContains = 1 } = variant;
  if (scope.budget < 0) return undefined;
  const inside = (node: Node) => ({ ...step(shop, scope, node), nesting: scope.nesting + 1, isNullless: false });
  const wanted = contains === undefined ? undefined : both(contains, items);
  const firsts =
    wanted === undefined
      ? prefixItems
      : [...prefixItems, ...Array<Node>(Math.min(minContains, mostParts + 1)).fill(wanted)];
  const built = firsts.map((node) => shop.build(node, inside(node)));
  const prefix = upToGap(change.first ? [change.first, ...built.slice(1)] : built);
  const item = shop.build(items, inside(items));
  const sizes = sizesOf(variant, scope, change);
  const min = Math.max(sizes.min, wanted === undefined ? 0 : firsts.length);
  if (min > mostParts || (!item && prefix.length < min)) return undefined;
  return arrayBy({ prefix, item, min, max: Math.max(min, sizes.max), isUnique: variant.uniqueItems === true });
}

/** What a variant says about one of its members. */
export function memberIn(
  { properties = {}, patternProperties = {}, additionalProperties = true }: Keywords,
  name: string,
) {
  if (Object.hasOwn(properties, name)) return properties[name] ?? true;
  const matching = Object.entries(patternProperties).find(([pattern]) => regexOf(pattern)?.test(name));
  return matching ? matching[1] : additionalProperties;
}

/** The scope of a member. */
export const below = (shop: Shop, scope: Scope, variant: Keywords, name: string): Scope => ({
  ...step(shop, scope, memberIn(variant, name)),
  isPast: isPastName(name),
});

/** Going round a cycle costs more than going down, or bodies would grow beyond use. */
const step = (shop: Shop, scope: Scope, node: Node): Scope => ({
  ...scope,
  isPast: false,
  budget: scope.budget - (shop.isRecursive(node) ? 3 : 1),
});

function upToGap<T>(sources: readonly (T | undefined)[]): T[] {
  const gap = sources.indexOf(undefined);
  return (gap < 0 ? sources : sources.slice(0, gap)).filter((source) => source !== undefined);
}

const caps = [5, 3, 2, 1];

function sizesOf({ minItems = 0, maxItems }: Keywords, { nesting }: Scope, { first, length }: Change) {
  if (length !== undefined) return { min: length, max: length };
  const min = first ? Math.max(1, minItems) : minItems;
  const cap = Math.max(min, caps[Math.min(nesting, 3)] as number);
  const isExact = maxItems !== undefined && maxItems <= (nesting === 0 ? 50 : 10);
  return { min, max: isExact ? maxItems : Math.min(maxItems ?? cap, cap) };
}

function extrasOf(shop: Shop, variant: Keywords, scope: Scope, count: number): Extras | undefined {
  const { properties, patternProperties = {}, additionalProperties = true, minProperties = 0 } = variant;
  const isMap = properties === undefined && typeof additionalProperties !== 'boolean';
  const [byPattern] = properties === undefined ? Object.entries(patternProperties) : [];
  const min = Math.max(0, minProperties - count);
  if (min > mostParts) return undefined;
  if (!isMap && !byPattern && min === 0) return undefined;
  const node = byPattern ? byPattern[1] : additionalProperties;
  const value = shop.build(node, step(shop, scope, node));
  const key = byPattern ? matching({ patterns: [byPattern[0]], min: 1, max: 30 }) : keyOf(shop, variant, scope);
  return value && key ? { key, value, min, max: Math.max(min, 2) } : undefined;
}

/** Names for the members of a map. */
export function keyOf(shop: Shop, { propertyNames }: Keywords, scope: Scope): fc.Arbitrary<string> | undefined {
  const names = both(propertyNames, { type: ['string'] });
  if (propertyNames === undefined || names === undefined) return wordOf(3, 8);
  return shop.build(names, scope) as fc.Arbitrary<string> | undefined;
}
