import fc from 'fast-check';
import type { Json } from '../../model/json.js';
import type { Alternative } from '../schema/alternatives.js';
import { findMemberSchema, type Keywords, type SchemaNode } from '../schema/keywords.js';
import type { BuildScope, ContainerChange, ValueBuilder } from '../valid/build-values.js';
import { chooseListed } from '../valid/unions.js';
import { listKeywordBreaks } from './keyword-breaks.js';

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
  const seen = new Set<Keywords>();
  const own: BreakableConstraint[] = [];
  const inner: BreakableConstraint[] = [];
  for (const one of alternatives) {
    const breaks = seen.has(one.variant) ? [] : listKeywordBreaks(builder, one.variant, scope);
    seen.add(one.variant);
    for (const { keyword, values } of breaks) own.push(createBreakable(one, [], keyword, () => chooseListed(values)));
    if (scope.budget < 0) continue;
    if (one.kind === 'object') inner.push(...listObjectConstraints(builder, one, scope, depth));
    if (one.kind === 'array') inner.push(...listArrayConstraints(builder, one, scope, depth));
  }
  return [...own, ...inner];
}

const createBreakable = (
  { variant: pin, isOnly }: Alternative,
  tokens: readonly string[],
  keyword: string,
  source: BreakableConstraint['source'],
): BreakableConstraint => ({ tokens, keyword, source, pin, isPinned: !isOnly });

function listObjectConstraints(builder: ValueBuilder, one: Alternative, scope: BuildScope, depth: number) {
  const { variant } = one;
  const { properties = {}, required = [], additionalProperties } = variant;
  const make = (change: ContainerChange) => builder.buildObject(variant, scope, change);
  const found: BreakableConstraint[] = [];
  for (const name of required) {
    const member = findMemberSchema(variant, name) ?? true;
    const isFixed = JSON.stringify(member).includes('"x-fixed":true') || isTag(member);
    if (!isFixed) found.push(createBreakable(one, [name], 'required', () => make({ drop: name })));
  }
  const extra = () => make({ put: { unexpectedMember: fc.constant('unexpected') } });
  if (additionalProperties === false)
    found.push(createBreakable(one, ['unexpectedMember'], 'additionalProperties', extra));
  const names = Object.keys(properties);
  // Any name will do in a map.
  const key = names.length === 0 && typeof additionalProperties === 'object' && builder.buildKey(variant, scope);
  for (const name of key ? fc.sample(key, { seed: 1, numRuns: 1 }) : names) {
    const member = findMemberSchema(variant, name) ?? true;
    const inside = builder.memberScope(variant, name, scope);
    const inner = listBreakableConstraints(builder, member, inside, depth - 1);
    found.push(...liftConstraints(one, name, inner, (source) => make({ put: { [name]: source } })));
  }
  return found;
}

const isTag = (node: SchemaNode): boolean =>
  typeof node === 'object' && (node['x-tag'] === true || Boolean(node.allOf?.some(isTag)));

function listArrayConstraints(builder: ValueBuilder, one: Alternative, scope: BuildScope, depth: number) {
  const { variant } = one;
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems, items = true, prefixItems = [] } = variant;
  const make = (change: ContainerChange) => builder.buildArray(variant, scope, change);
  const found: BreakableConstraint[] = [];
  if (minItems > 0 && minItems <= 200)
    found.push(createBreakable(one, [], 'minItems', () => make({ length: minItems - 1 })));
  if (maxItems <= 200) found.push(createBreakable(one, [], 'maxItems', () => make({ length: maxItems + 1 })));
  if (uniqueItems)
    found.push(
      createBreakable(one, [], 'uniqueItems', () => {
        // The first item is repeated; the rest of the array stays valid.
        const size = {
          minItems: Math.max(1, minItems - 1),
          ...(variant.maxItems && { maxItems: variant.maxItems - 1 }),
        };
        const shorter = builder.buildArray({ ...variant, ...size }, scope);
        return shorter?.map((all) => [all[0] ?? null, ...all]);
      }),
    );
  const first = prefixItems[0] ?? items;
  const inner = listBreakableConstraints(builder, first, builder.itemScope(first, scope), depth - 1);
  return [...found, ...liftConstraints(one, '0', inner, (source) => make({ first: source }))];
}

/** The constraints of a member or of the items, in a whole object or array around it. */
function liftConstraints(
  { variant, kind, isOnly }: Alternative,
  token: string,
  constraints: readonly BreakableConstraint[],
  around: (source: fc.Arbitrary<Json>) => fc.Arbitrary<Json> | undefined,
): BreakableConstraint[] {
  const pinSchema = (pin: Keywords): Keywords =>
    kind === 'object'
      ? { ...variant, properties: { ...variant.properties, [token]: pin } }
      : { ...variant, prefixItems: [pin, ...(variant.prefixItems ?? []).slice(1)] };
  // Compiling a schema is slow, so near misses with the same narrowed schema share it.
  const pins = new Map(constraints.map(({ pin }) => [pin, pinSchema(pin)]));
  return constraints.map((found) => ({
    tokens: [token, ...found.tokens],
    keyword: found.keyword,
    pin: pins.get(found.pin) ?? found.pin,
    isPinned: found.isPinned || !isOnly,
    source: () => {
      const source = found.source();
      return source && around(source);
    },
  }));
}
