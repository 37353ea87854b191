import fc from 'fast-check';
import type { Json } from '../../model/json.js';
import type { Alternative } from '../schema/alternatives.js';
import type { Keywords, Node } from '../schema/keywords.js';
import { arrayOf, below, type Change, keyOf, memberIn, objectOf } from '../valid/containers.js';
import { listed } from '../valid/unions.js';
import type { Scope, Shop } from '../value-builder.js';

/** One constraint that can be broken: where, and by which values of the schema that holds it. */
export interface Miss {
  readonly tokens: readonly string[];
  readonly keyword: string;
  source(): fc.Arbitrary<Json> | undefined;
  /** The schema narrowed to the branches that lead to the constraint; needed where there are others. */
  readonly pin: Keywords;
  readonly isPinned: boolean;
}

/** Every constraint that can be broken of a schema and of what it contains, down to `depth` levels below it. */
export function missesOf(shop: Shop, node: Node, scope: Scope, depth: number): Miss[] {
  if (node === true || node === false || depth < 0) return [];
  const alternatives = shop.alternativesOf(node);
  if (alternatives.some(({ variant }) => variant['x-fixed'])) return [];
  const firsts = alternatives.filter(
    (one, index) => alternatives.findIndex((o) => o.variant === one.variant) === index,
  );
  return [
    ...firsts.flatMap((one) => own(shop, one, scope)),
    ...alternatives.flatMap((one) => [...ofObject(shop, one, scope, depth), ...ofArray(shop, one, scope, depth)]),
  ];
}

const miss = (one: Alternative, tokens: readonly string[], keyword: string, source: Miss['source']): Miss => ({
  tokens,
  keyword,
  source,
  pin: one.variant,
  isPinned: !one.isOnly,
});

function own(shop: Shop, one: Alternative, scope: Scope): Miss[] {
  return shop.breaksOf(one.variant, scope).map(({ keyword, values }) => miss(one, [], keyword, () => listed(values)));
}

function ofObject(shop: Shop, one: Alternative, scope: Scope, depth: number): Miss[] {
  if (one.kind !== 'object' || scope.budget < 0) return [];
  const { variant } = one;
  const { properties = {}, required = [], additionalProperties } = variant;
  const make = (change: Change) => objectOf(shop, variant, scope, change);
  const isFree = (name: string) => !isFixed(memberIn(variant, name)) && !isTag(memberIn(variant, name));
  const missing = required.filter(isFree).map((name) => miss(one, [name], 'required', () => make({ drop: name })));
  const extra = () => make({ put: { unexpectedMember: fc.constant('unexpected') } });
  const tooMany =
    additionalProperties === false ? [miss(one, ['unexpectedMember'], 'additionalProperties', extra)] : [];
  const names = Object.keys(properties);
  const isMap = names.length === 0 && typeof additionalProperties === 'object';
  const inner = (isMap ? keysOf(shop, variant, scope) : names).flatMap((name) =>
    lifted(one, name, missesOf(shop, memberIn(variant, name), below(shop, scope, variant, name), depth - 1), (source) =>
      make({ put: { [name]: source } }),
    ),
  );
  return [...missing, ...tooMany, ...inner];
}

function ofArray(shop: Shop, one: Alternative, scope: Scope, depth: number): Miss[] {
  if (one.kind !== 'array' || scope.budget < 0) return [];
  const { variant } = one;
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems, items, prefixItems = [] } = variant;
  const make = (change: Change, changed = variant) => arrayOf(shop, changed, scope, change);
  const first = prefixItems[0] ?? items ?? true;
  const inside = { ...scope, budget: scope.budget - (shop.isRecursive(first) ? 3 : 1), nesting: scope.nesting + 1 };
  const sizes = [
    ...(minItems > 0 && minItems <= 200 ? [miss(one, [], 'minItems', () => make({ length: minItems - 1 }))] : []),
    ...(maxItems <= 200 ? [miss(one, [], 'maxItems', () => make({ length: maxItems + 1 }))] : []),
    ...(uniqueItems ? [miss(one, [], 'uniqueItems', () => doubled(make, variant))] : []),
  ];
  const found = missesOf(shop, first, inside, depth - 1);
  const inner = lifted(one, '0', found, (source) => make({ first: source }));
  return [...sizes, ...inner];
}

/** The first item twice: everything else about the array stays as allowed. */
function doubled(make: (change: Change, changed: Keywords) => fc.Arbitrary<Json[]> | undefined, variant: Keywords) {
  const { minItems = 0, maxItems } = variant;
  const room = maxItems === undefined ? {} : { maxItems: maxItems - 1 };
  const shorter = make({}, { ...variant, ...room, minItems: Math.max(1, minItems - 1) });
  return shorter?.map((items) => [items[0] ?? null, ...items]);
}

function lifted(
  one: Alternative,
  token: string,
  misses: readonly Miss[],
  around: (source: fc.Arbitrary<Json>) => fc.Arbitrary<Json> | undefined,
): Miss[] {
  // Compiling a schema is slow, so misses that share a pin go on sharing it.
  const pins = new Map(misses.map(({ pin }) => [pin, pinned(one, token, pin)]));
  return misses.map((found) => ({
    tokens: [token, ...found.tokens],
    keyword: found.keyword,
    pin: pins.get(found.pin) ?? found.pin,
    isPinned: found.isPinned || !one.isOnly,
    source: () => {
      const source = found.source();
      return source && around(source);
    },
  }));
}

function pinned({ variant, kind }: Alternative, token: string, pin: Keywords): Keywords {
  if (kind === 'object') return { ...variant, properties: { ...variant.properties, [token]: pin } };
  return { ...variant, prefixItems: [pin, ...(variant.prefixItems ?? []).slice(1)] };
}

/** A name for a member of a map. */
function keysOf(shop: Shop, variant: Keywords, scope: Scope): string[] {
  const source = keyOf(shop, variant, scope);
  return source ? fc.sample(source, { seed: 1, numRuns: 1 }) : [];
}

/** Whether the caller fixed a value here or inside. */
const isFixed = (node: Node) => JSON.stringify(node).includes('"x-fixed":true');

const isTag = (node: Node): boolean =>
  typeof node === 'object' && (node['x-tag'] === true || Boolean(node.allOf?.some(isTag)));
