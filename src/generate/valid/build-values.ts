import fc from 'fast-check';
import type { Json } from '../../model/json.js';
import { createSchemaChecker } from '../check-value.js';
import { listKeywordBreaks } from '../invalid/keyword-breaks.js';
import { type Alternative, listAlternatives } from '../schema/alternatives.js';
import { isUncertain } from '../schema/flatten.js';
import { defsPrefix, getDefinition, type Keywords, type SchemaNode, type SchemaSet } from '../schema/keywords.js';
import type { BuildScope, KeywordBreak, ValueBuilder } from '../value-builder.js';
import { buildArray, buildObject } from './containers.js';
import { buildNumeric, buildString } from './scalars.js';
import { type BoundarySubstitute, chooseAmong, chooseListed, filterArbitrary } from './unions.js';

/** Creates the scope of a whole value with at most `budget` levels. */
export const createWholeScope = (budget: number, isNullless = false): BuildScope => ({
  budget,
  nesting: 0,
  isPast: false,
  isNullless,
});

/** Creates a value builder for a schema set, with a cache. */
export function createValueBuilder(schemas: SchemaSet): ValueBuilder {
  const judge = createSchemaChecker(schemas);
  const builder: ValueBuilder = {
    schemas,
    judge,
    isRecursive: createRecursionCheck(schemas),
    alternativesOf: memoize((node) => listAlternatives(schemas, judge, node)),
    breaksOf: (variant, scope) => broken(variant)(scope),
    build: (node, scope) => made(node)(`${scope.budget} ${scope.nesting} ${scope.isPast} ${scope.isNullless}`, scope),
  };
  const broken = memoize((variant: Keywords) => {
    let known: readonly KeywordBreak[] | undefined;
    return (scope: BuildScope) => {
      known ??= listKeywordBreaks(builder, variant, scope);
      return known;
    };
  });
  const made = memoize((node: SchemaNode) => {
    const known = new Map<string, fc.Arbitrary<Json> | undefined>();
    return (key: string, scope: BuildScope) => {
      if (!known.has(key)) known.set(key, buildUnion(builder, node, scope));
      return known.get(key);
    };
  });
  return builder;
}

function memoize<N extends SchemaNode, T>(make: (node: N) => T): (node: N) => T {
  const known = new Map<N, T>();
  return (node) => {
    const found = known.get(node);
    if (found !== undefined) return found;
    const made = make(node);
    known.set(node, made);
    return made;
  };
}

function buildUnion(builder: ValueBuilder, node: SchemaNode, scope: BuildScope): fc.Arbitrary<Json> | undefined {
  const alternatives = builder.alternativesOf(node);
  const isDoubtful = isUncertain(builder.schemas, node);
  const checked = (source: fc.Arbitrary<Json> | undefined) =>
    source && isDoubtful ? filterArbitrary(source, (value) => builder.judge.accepts(node, value)) : source;
  const regular = alternatives.filter(({ kind }) => kind !== 'null');
  const sources = regular
    .map((one) => checked(buildAlternative(builder, one, scope)))
    .filter((source) => source !== undefined);
  const isNullable = !scope.isNullless && regular.length < alternatives.length;
  const none = isNullable ? checked(fc.constant(null)) : undefined;
  if (!none) return sources.length > 0 ? chooseAmong(sources) : undefined;
  // Only texts have special values in the strange boundary case.
  const isText = regular.some(({ kind }) => kind === 'string');
  const standIn: BoundarySubstitute<Json> = { source: none, corners: isText ? ['bare'] : ['bare', 'strange'] };
  return chooseAmong(sources, standIn);
}

function buildAlternative(builder: ValueBuilder, alternative: Alternative, scope: BuildScope) {
  const { variant, kind, values } = alternative;
  if (kind === 'listed') return scope.isNullless ? chooseListedIfAny(values.filter(isNullFree)) : chooseListed(values);
  if (kind === 'boolean') return chooseListed([true, false]);
  if (kind === 'integer' || kind === 'number') return buildNumeric(variant, kind === 'integer');
  if (kind === 'string') return buildString(builder, variant, scope.isPast);
  return kind === 'array' ? buildArray(builder, variant, scope) : buildObject(builder, variant, scope);
}

const chooseListedIfAny = (values: readonly Json[]) => (values.length > 0 ? chooseListed(values) : undefined);
const isNullFree = (value: Json) => !JSON.stringify(value).includes('null');

/** Creates a check for schemas that can contain themselves. */
function createRecursionCheck(schemas: SchemaSet): (node: SchemaNode) => boolean {
  const next = new Map(Object.entries(schemas.defs).map(([name, node]) => [name, listReferencedNames(node)]));
  const recursive = new Set([...next.keys()].filter((name) => canReach(next, name, name)));
  const isRecursive = (node: SchemaNode, seen: readonly SchemaNode[]): boolean => {
    if (typeof node === 'boolean' || seen.includes(node)) return false;
    if (node.$ref && recursive.has(node.$ref.slice(defsPrefix.length))) return true;
    const parts = [
      ...(node.$ref ? [getDefinition(schemas, node.$ref)] : []),
      ...(node.allOf ?? []),
      ...(node.anyOf ?? []),
    ];
    return [...parts, ...(node.oneOf ?? [])].some((part) => isRecursive(part, [...seen, node]));
  };
  const known = new Map<SchemaNode, boolean>();
  return (node) => {
    const answer = known.get(node) ?? isRecursive(node, []);
    known.set(node, answer);
    return answer;
  };
}

function listReferencedNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [part.slice(defsPrefix.length)] : listReferencedNames(part),
  );
}

function canReach(next: ReadonlyMap<string, readonly string[]>, from: string, goal: string): boolean {
  const seen = new Set<string>();
  const todo = [...(next.get(from) ?? [])];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === goal) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    todo.push(...(next.get(name) ?? []));
  }
  return false;
}
