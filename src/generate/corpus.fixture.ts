import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildPointer, isObject, type Json, type JsonObject } from '../model/json.js';
import type { NearMiss } from '../rule/values/bodies.js';
import { setCaseIndex } from '../rule/values/generators.js';
import { applyMergePatch, generate } from './generate.js';

const folder = new URL('./fixtures/', import.meta.url);
const documents = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as JsonObject,
);

const corpus = documents.flatMap((root) =>
  Object.keys((root.components as JsonObject).schemas as JsonObject).map((name) => {
    const made = generate({ $ref: `#/components/schemas/${name}` }, { root });
    return { name, made, root };
  }),
);

/**
 * A validator that shares no code with the generator: it uses the published document, with keywords of 3.0 converted to
 * 2020-12.
 */
function judge(root: JsonObject, name: string) {
  const known = published.get(root) ?? publish(root);
  published.set(root, known);
  return known.compile({ $ref: `published#/components/schemas/${name}` });
}

const published = new Map<JsonObject, Ajv2020>();

function publish(root: JsonObject): Ajv2020 {
  const regExp = Object.assign((text: string) => lenient(text), { code: 'lenient' });
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false, code: { regExp } });
  formats.default(ajv);
  return ajv.addSchema({ ...(asSent(root) as JsonObject), $id: 'published' });
}

function lenient(text: string): RegExp {
  try {
    return new RegExp(text, 'u');
  } catch {
    return new RegExp(text);
  }
}

function asSent(value: Json): Json {
  if (Array.isArray(value)) return value.map(asSent);
  if (!isObject(value)) return value;
  const { nullable, ...rest } = value;
  const copy: Record<string, Json> = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, asSent(part)]));
  if (nullable && !copy.type) return { anyOf: [copy, { type: 'null' }] };
  if (nullable) copy.type = [copy.type as string, 'null'];
  if (nullable && Array.isArray(copy.enum)) copy.enum = [...copy.enum, null];
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (copy[flag] === true) copy[flag] = copy[bound] as Json;
    else if (copy[flag] === false) delete copy[flag];
  }
  const members = copy.properties;
  if (isObject(members) && Array.isArray(copy.required)) {
    copy.required = copy.required.filter((key) => !(isObject(members[key]) && members[key].readOnly));
  }
  return copy;
}

const umbrellas = ['allOf', 'anyOf', 'oneOf', '$ref', 'if'];

const placeOf = ({ instancePath, params }: ErrorObject) => {
  const member = params.missingProperty ?? params.additionalProperty;
  return member === undefined ? instancePath : instancePath + buildPointer([member]);
};

/** The errors without those that the violated constraint causes, such as errors of other branches of its union. */
function unexplained(errors: readonly ErrorObject[], { pointer, keyword }: NearMiss): ErrorObject[] {
  const unions = errors.filter((error) => error.keyword === 'oneOf' || error.keyword === 'anyOf');
  const roots = unions.map(({ instancePath }) => instancePath).filter((path) => pointer.startsWith(path));
  const grounds = errors.filter((error) => !umbrellas.includes(error.keyword));
  const others = grounds.filter((error) => placeOf(error) !== pointer || error.keyword !== keyword);
  return others.filter((error) => !roots.some((root) => error.instancePath.startsWith(root)));
}

/** Selects the boundary case of a number, like a trial. */
class Standing<T> extends fc.Arbitrary<T> {
  constructor(
    private readonly source: fc.Arbitrary<T>,
    private readonly index: number,
  ) {
    super();
  }
  generate(random: fc.Random, bias: number | undefined) {
    setCaseIndex(random, this.index);
    return this.source.generate(random, bias);
  }
  canShrinkWithoutContext(value: unknown): value is T {
    return this.source.canShrinkWithoutContext(value);
  }
  shrink(value: T, context: unknown) {
    return this.source.shrink(value, context);
  }
}

const firsts = <T>(source: fc.Arbitrary<T>, count = 5): T[] =>
  Array.from({ length: count }, (_, index) => fc.sample(new Standing(source, index), { seed: 7, numRuns: 1 })).flat();

/** A sample of so many shrink trees: values, the first shrinks of each, and the first of those. */
function shrunk<T>(source: fc.Arbitrary<T>, count: number): T[] {
  const roots: fc.Value<T>[] = [];
  const keep = new (class extends Standing<T> {
    override generate(random: fc.Random, bias: number | undefined) {
      const value = source.generate(random, bias);
      roots.push(value);
      return value;
    }
  })(source, 0);
  fc.sample(keep, { seed: 11, numRuns: count });
  const below = (value: fc.Value<T>, count: number) => [...source.shrink(value.value_, value.context).take(count)];
  return roots.flatMap((root) => below(root, 20).flatMap((one) => [one, ...below(one, 5)])).map((one) => one.value_);
}

/** Tests the generator on every schema of the corpus, each with so many valid values and near misses. */
export function proveGenerator(many: number): void {
  const trees = Math.min(30, many / 5);
  const patched = Math.min(500, many);

  test('the corpus is large', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(60);
  });

  test('schemas without patches are no objects, maps, or unions whose branches share no member', () => {
    const none = corpus.filter(({ made }) => !made.patch).map(({ name }) => name);
    const scalars = ['Rating', 'Scalar', 'Enumerated'];
    const arrays = ['Position', 'BoundingBox', 'Matrix'];
    const maps = ['Settings', 'Headers', 'PriceList'];
    const unions = ['Method', 'Geometry', 'Expression', 'Filter'];
    // Any member alone may be one too many.
    const tight = ['Sparse'];
    expect(none.sort()).toEqual([...scalars, ...arrays, ...maps, ...unions, ...tight].sort());
  });

  describe.each(corpus)('$name', ({ name, made, root }) => {
    const validate = judge(root, name);
    const nearMiss = made.nearMiss as fc.Arbitrary<NearMiss>;
    const invalid = (values: readonly Json[]) => values.filter((value) => !validate(value));
    const wrong = (misses: readonly NearMiss[]) =>
      misses.filter((miss) => {
        if (validate(miss.body)) return true;
        const errors = validate.errors ?? [];
        const isNamed = errors.some((error) => placeOf(error) === miss.pointer && error.keyword === miss.keyword);
        return !isNamed || unexplained(errors, miss).length > 0;
      });

    test('valid values are valid: boundary cases, random and shrunk ones', () => {
      expect(invalid(firsts(made.valid)).slice(0, 2)).toEqual([]);
      expect(invalid(fc.sample(made.valid, { seed: 3, numRuns: many })).slice(0, 2)).toEqual([]);
      expect(invalid(shrunk(made.valid, trees)).slice(0, 2)).toEqual([]);
    });

    test('near misses violate their constraint: boundary cases, random and shrunk ones', () => {
      expect(wrong(firsts(nearMiss, 30)).slice(0, 2)).toEqual([]);
      expect(wrong(fc.sample(nearMiss, { seed: 3, numRuns: many })).slice(0, 2)).toEqual([]);
      expect(wrong(shrunk(nearMiss, trees)).slice(0, 2)).toEqual([]);
    });

    test('a patch leaves every valid body valid', () => {
      if (!made.patch) return;
      const bodies = fc.sample(made.valid, { seed: 17, numRuns: patched });
      const patches = [...firsts(made.patch), ...fc.sample(made.patch, { seed: 19, numRuns: patched })];
      expect(invalid(bodies.map((body, index) => applyMergePatch(body, patches[index] ?? null))).slice(0, 2)).toEqual(
        [],
      );
    });

    test('the same seed draws the same values', () => {
      const again = generate({ $ref: `#/components/schemas/${name}` }, { root });
      const draw = (source: fc.Arbitrary<unknown> | undefined) => source && fc.sample(source, { seed: 5, numRuns: 50 });
      expect(draw(again.valid)).toEqual(draw(made.valid));
      expect(draw(again.nearMiss)).toEqual(draw(made.nearMiss));
      expect(draw(again.patch)).toEqual(draw(made.patch));
    });
  });
}
