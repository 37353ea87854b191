import fc from 'fast-check';
import { buildPointer, getAtPointer, type Json, parsePointer, setAtPointer } from '../../model/json.js';
import type { NearMiss } from '../../rule/values/bodies.js';
import { getCaseIndex } from '../../rule/values/generators.js';
import type { Breach } from '../check-value.js';
import type { BuildScope, ValueBuilder } from '../valid/build-values.js';
import { filterArbitrary } from '../valid/unions.js';
import { type BreakableConstraint, listBreakableConstraints } from './constraints.js';

/** Maximum number of constraints to violate, outer ones first. */
const maxNearMisses = 200;

/** Maximum depth of constraints to violate. */
const maxDepth = 4;

export interface NearMissOptions {
  /** Which constraints may be broken; all when absent. */
  readonly mayBreak?: ((breach: Breach) => boolean) | undefined;
  /** Whether bodies are sent as forms: near misses are then invalid also as text. */
  readonly isForm?: boolean | undefined;
}

/** Generates bodies that violate exactly one constraint of the root schema; undefined when there is none. */
export function buildNearMisses(
  builder: ValueBuilder,
  scope: BuildScope,
  { mayBreak = () => true, isForm = false }: NearMissOptions = {},
): fc.Arbitrary<NearMiss> | undefined {
  const { judge, schemas } = builder;
  const sources: NearMissSource[] = [];
  for (const miss of findConstraints(builder, scope, mayBreak)) {
    const breach = { pointer: buildPointer(miss.tokens), keyword: miss.keyword };
    const isExact = (body: Json) =>
      judge.isOnlyBreach(schemas.root, body, breach) &&
      (!miss.isPinned || judge.isOnlyBreach(miss.pin, body, breach)) &&
      (!isForm || isBreachInForm(body, breach, (one) => judge.accepts(schemas.root, one)));
    const source = miss.source();
    const exact = source && filterArbitrary(source, isExact);
    if (exact) sources.push({ depth: miss.tokens.length, bodies: exact.map((body) => ({ body, ...breach })) });
  }
  return sources.length > 0 ? new NearMissArbitrary(sources) : undefined;
}

/**
 * Whether a body is invalid in a form, too, however the service reads the text of the wrong value: as a number, a flag or
 * the only one of a list, and an empty one as absent. Lists and members of members have no usual form.
 */
function isBreachInForm(body: Json, { pointer, keyword }: Breach, isValid: (body: Json) => boolean): boolean {
  const value = getAtPointer(body, pointer) ?? null;
  // An object without members is absent in a form.
  if (parsePointer(pointer).length !== 1) return false;
  if (keyword === 'required') return true;
  if (typeof value === 'object') return false;
  const text = String(value);
  const readings: (Json | undefined)[] = [
    text,
    ...(text.trim() === '' ? [null, undefined] : []),
    ...(Number.isNaN(Number(text)) ? [] : [Number(text)]),
    ...(/^(1|true|on|yes)$/i.test(text) ? [true] : []),
    ...(/^(0|false|off|no)$/i.test(text) ? [false] : []),
  ];
  const lists = readings.map((reading) => [reading ?? null]);
  return ![...readings, ...lists].some((reading) => isValid(setAtPointer(body, pointer, reading)));
}

/** Goes only as deep as needed for enough constraints: outer ones first, and on each level one of every keyword. */
function findConstraints(builder: ValueBuilder, scope: BuildScope, mayBreak: (breach: Breach) => boolean) {
  let misses: BreakableConstraint[] = [];
  for (let depth = 0; depth <= maxDepth && misses.length < maxNearMisses; depth++)
    misses = listBreakableConstraints(builder, builder.schemas.root, scope, depth).filter(({ tokens, keyword }) =>
      mayBreak({ pointer: buildPointer(tokens), keyword }),
    );
  const seen = new Map<string, number>();
  const ranked = misses.map((miss) => {
    const group = `${miss.tokens.length} ${miss.keyword}`;
    const rank = seen.get(group) ?? 0;
    seen.set(group, rank + 1);
    return { miss, rank };
  });
  return ranked
    .sort((a, b) => a.miss.tokens.length - b.miss.tokens.length || a.rank - b.rank)
    .slice(0, maxNearMisses)
    .map(({ miss }) => miss);
}

interface NearMissSource {
  readonly depth: number;
  readonly bodies: fc.Arbitrary<NearMiss>;
}

/** Generates each constraint once before it chooses at random, with a preference for outer ones. */
class NearMissArbitrary extends fc.Arbitrary<NearMiss> {
  private readonly outer: readonly NearMissSource[];

  constructor(private readonly sources: readonly NearMissSource[]) {
    super();
    this.outer = sources.filter(({ depth }) => depth <= 1);
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<NearMiss> {
    const { bodies } = this.pick(random);
    const { value_, context } = bodies.generate(random, bias);
    return new fc.Value(value_, { bodies, context });
  }

  canShrinkWithoutContext(_value: unknown): _value is NearMiss {
    return false;
  }

  shrink(value: NearMiss, context?: unknown): fc.Stream<fc.Value<NearMiss>> {
    if (context === undefined) return fc.Stream.nil();
    const from = context as { readonly bodies: fc.Arbitrary<NearMiss>; readonly context: unknown };
    return from.bodies
      .shrink(value, from.context)
      .map((next) => new fc.Value(next.value_, { bodies: from.bodies, context: next.context }));
  }

  private pick(random: fc.Random): NearMissSource {
    const { sources, outer } = this;
    const turn = getCaseIndex(random);
    if (turn !== undefined && turn < sources.length) return sources[turn] as NearMissSource;
    const pool = outer.length > 0 && random.nextInt(0, 1) === 0 ? outer : sources;
    return pool[random.nextInt(0, pool.length - 1)] as NearMissSource;
  }
}
