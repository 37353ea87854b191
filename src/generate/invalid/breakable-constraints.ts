import fc from 'fast-check';
import type { Json } from '../../model/json.js';
import type { Alternative } from '../schema/alternatives.js';
import type { Keywords, SchemaNode } from '../schema/keywords.js';
import {
  buildArray,
  buildKeyArbitrary,
  buildObject,
  type ContainerChange,
  createMemberScope,
  getMemberSchema,
} from '../valid/containers.js';
import { chooseListed } from '../valid/unions.js';
import type { BuildScope, ValueBuilder } from '../value-builder.js';

/** A constraint that can be violated: its place, and invalid values for its schema. */
export interface BreakableConstraint {
  readonly tokens: readonly string[];
  readonly keyword: string;
  source(): fc.Arbitrary<Json> | undefined;
  /** The schema narrowed to the branches that lead to the constraint, where there are others. */
  readonly pin: Keywords;
  readonly isPinned: boolean;
}

/** Lists every constraint that can be violated in a schema and its parts, down to `depth` levels. */
export function listBreakableConstraints(
  builder: ValueBuilder,
  node: SchemaNode,
  scope: BuildScope,
  depth: number,
): BreakableConstraint[] {
  if (node === true || node === false || depth < 0) return [];
  const alternatives = builder.alternativesOf(node);
  if (alternatives.some(({ variant }) => variant['x-fixed'])) return [];
  const firsts = alternatives.filter(
    (one, index) => alternatives.findIndex((o) => o.variant === one.variant) === index,
  );
  return [
    ...firsts.flatMap((one) =>
      builder
        .breaksOf(one.variant, scope)
        .map(({ keyword, values }) => createBreakable(one, [], keyword, () => chooseListed(values))),
    ),
    ...alternatives.flatMap((one) => [
      ...listObjectBreakable(builder, one, scope, depth),
      ...listArrayBreakable(builder, one, scope, depth),
    ]),
  ];
}

const createBreakable = (
  one: Alternative,
  tokens: readonly string[],
  keyword: string,
  source: BreakableConstraint['source'],
): BreakableConstraint => ({
  tokens,
  keyword,
  source,
  pin: one.variant,
  isPinned: !one.isOnly,
});

function listObjectBreakable(builder: ValueBuilder, one: Alternative, scope: BuildScope, depth: number) {
  if (one.kind !== 'object' || scope.budget < 0) return [];
  const { variant } = one;
  const { properties = {}, required = [], additionalProperties } = variant;
  const make = (change: ContainerChange) => buildObject(builder, variant, scope, change);
  const isFree = (name: string) =>
    !JSON.stringify(getMemberSchema(variant, name)).includes('"x-fixed":true') &&
    !isTag(getMemberSchema(variant, name));
  const missing = required
    .filter(isFree)
    .map((name) => createBreakable(one, [name], 'required', () => make({ drop: name })));
  const extra = () => make({ put: { unexpectedMember: fc.constant('unexpected') } });
  const tooMany =
    additionalProperties === false ? [createBreakable(one, ['unexpectedMember'], 'additionalProperties', extra)] : [];
  const names = Object.keys(properties);
  const isMap = names.length === 0 && typeof additionalProperties === 'object';
  const inner = (isMap ? sampleKeys(builder, variant, scope) : names).flatMap((name) =>
    liftConstraints(
      one,
      name,
      listBreakableConstraints(
        builder,
        getMemberSchema(variant, name),
        createMemberScope(builder, scope, variant, name),
        depth - 1,
      ),
      (source) => make({ put: { [name]: source } }),
    ),
  );
  return [...missing, ...tooMany, ...inner];
}

function listArrayBreakable(builder: ValueBuilder, one: Alternative, scope: BuildScope, depth: number) {
  if (one.kind !== 'array' || scope.budget < 0) return [];
  const { variant } = one;
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems, items, prefixItems = [] } = variant;
  const make = (change: ContainerChange, changed = variant) => buildArray(builder, changed, scope, change);
  const first = prefixItems[0] ?? items ?? true;
  const inside = { ...scope, budget: scope.budget - (builder.isRecursive(first) ? 3 : 1), nesting: scope.nesting + 1 };
  const sizes = [
    ...(minItems > 0 && minItems <= 200
      ? [createBreakable(one, [], 'minItems', () => make({ length: minItems - 1 }))]
      : []),
    ...(maxItems <= 200 ? [createBreakable(one, [], 'maxItems', () => make({ length: maxItems + 1 }))] : []),
    ...(uniqueItems ? [createBreakable(one, [], 'uniqueItems', () => duplicateFirst(make, variant))] : []),
  ];
  const found = listBreakableConstraints(builder, first, inside, depth - 1);
  const inner = liftConstraints(one, '0', found, (source) => make({ first: source }));
  return [...sizes, ...inner];
}

/** Repeats the first item; the rest of the array stays valid. */
function duplicateFirst(
  make: (change: ContainerChange, changed: Keywords) => fc.Arbitrary<Json[]> | undefined,
  variant: Keywords,
) {
  const { minItems = 0, maxItems } = variant;
  const room = maxItems === undefined ? {} : { maxItems: maxItems - 1 };
  const shorter = make({}, { ...variant, ...room, minItems: Math.max(1, minItems - 1) });
  return shorter?.map((items) => [items[0] ?? null, ...items]);
}

function liftConstraints(
  one: Alternative,
  token: string,
  misses: readonly BreakableConstraint[],
  around: (source: fc.Arbitrary<Json>) => fc.Arbitrary<Json> | undefined,
): BreakableConstraint[] {
  // Compiling a schema is slow, so near misses with the same narrowed schema share it.
  const pins = new Map(misses.map(({ pin }) => [pin, pinSchema(one, token, pin)]));
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

function pinSchema({ variant, kind }: Alternative, token: string, pin: Keywords): Keywords {
  if (kind === 'object') return { ...variant, properties: { ...variant.properties, [token]: pin } };
  return { ...variant, prefixItems: [pin, ...(variant.prefixItems ?? []).slice(1)] };
}

/** Generates names for additional members. */
function sampleKeys(builder: ValueBuilder, variant: Keywords, scope: BuildScope): string[] {
  const source = buildKeyArbitrary(builder, variant, scope);
  return source ? fc.sample(source, { seed: 1, numRuns: 1 }) : [];
}

const isTag = (node: SchemaNode): boolean =>
  typeof node === 'object' && (node['x-tag'] === true || Boolean(node.allOf?.some(isTag)));
