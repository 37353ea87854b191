import fc from 'fast-check';
import type { Json } from '../../model/json.js';
import { SchemaChecker } from '../check-value.js';
import { type Alternative, isUncertain, listAlternatives } from '../schema/alternatives.js';
import {
  combineSchemas,
  defsPrefix,
  findMemberSchema,
  getDefinition,
  type Keywords,
  type SchemaNode,
  type SchemaSet,
} from '../schema/keywords.js';
import { ArrayArbitrary, ObjectArbitrary, type ObjectMember } from './containers.js';
import { buildString, isPastName } from './formats.js';
import { buildNumber } from './numbers.js';
import { buildPatternText, buildWord } from './texts.js';
import { type BoundarySubstitute, chooseAmong, chooseListed, filterArbitrary } from './unions.js';

/** The depth of a value in the whole, and the conditions there. */
export interface BuildScope {
  readonly budget: number;
  /** Number of enclosing arrays; the more, the shorter the next one. */
  readonly nesting: number;
  /** Whether dates must be in the past here. */
  readonly isPast: boolean;
  /** Whether null is not allowed, because it means removal in a merge patch. */
  readonly isNullless: boolean;
}

/** Changes to an object or array for near misses. */
export interface ContainerChange {
  /** Additional members, with the generators of their values. */
  readonly put?: Readonly<Record<string, fc.Arbitrary<Json>>>;
  readonly drop?: string;
  /** The generator of the first item. */
  readonly first?: fc.Arbitrary<Json>;
  readonly length?: number;
}

/** Maximum number of entries or members that a schema may require. */
const maxParts = 2_000;

const lengthCaps = [5, 3, 2, 1];

export const createWholeScope = (budget: number): BuildScope => ({
  budget,
  nesting: 0,
  isPast: false,
  isNullless: false,
});

/** Converts the schemas of one set to generators. Whatever it makes for a schema is kept. */
export class ValueBuilder {
  readonly judge: SchemaChecker;
  readonly #recursive: ReadonlySet<string>;
  readonly #cyclic = new Map<SchemaNode, boolean>();
  readonly #alternatives = new Map<SchemaNode, readonly Alternative[]>();
  readonly #built = new Map<SchemaNode, Map<string, fc.Arbitrary<Json> | undefined>>();

  constructor(readonly schemas: SchemaSet) {
    this.judge = new SchemaChecker(schemas);
    this.#recursive = findRecursiveNames(schemas);
  }

  alternativesOf(node: SchemaNode): readonly Alternative[] {
    const found = this.#alternatives.get(node) ?? listAlternatives(this.schemas, this.judge, node);
    this.#alternatives.set(node, found);
    return found;
  }

  build(node: SchemaNode, scope: BuildScope): fc.Arbitrary<Json> | undefined {
    const { budget, nesting, isPast, isNullless } = scope;
    const key = `${budget} ${nesting} ${isPast} ${isNullless}`;
    const known = this.#built.get(node) ?? new Map<string, fc.Arbitrary<Json> | undefined>();
    this.#built.set(node, known);
    if (!known.has(key)) known.set(key, this.#buildUnion(node, scope));
    return known.get(key);
  }

  /** Generates objects of a schema; undefined when a required member cannot be generated. */
  buildObject(variant: Keywords, scope: BuildScope, change: ContainerChange = {}) {
    const { properties = {}, required = [], dependentRequired: dependents = {} } = variant;
    const { minProperties: min = 0, maxProperties: max = Number.POSITIVE_INFINITY } = variant;
    const { put = {}, drop } = change;
    if (scope.budget < 0) return undefined;
    const members: ObjectMember[] = [];
    for (const name of new Set([...Object.keys(properties), ...required, ...Object.keys(put)])) {
      if (name === drop) continue;
      const isForced = Object.hasOwn(put, name);
      const isRequired = isForced || required.includes(name);
      const source = isForced ? put[name] : this.buildMember(variant, name, scope);
      if (source)
        members.push({ name, source, isRequired, time: isForced ? undefined : this.#findTime(variant, name) });
      else if (isRequired) return undefined;
    }
    const extras = this.#buildExtras(variant, scope, members.length);
    if (members.length + (extras?.max ?? 0) < min) return undefined;
    const kinds = members.flatMap(({ time }) => time ?? []);
    const times = [...new Set(kinds.filter((kind, i) => kinds.indexOf(kind) < i))];
    return new ObjectArbitrary({ members, extras, min, max, dependents, times });
  }

  /** Generates arrays of a schema; undefined when too few items can be generated. */
  buildArray(variant: Keywords, scope: BuildScope, { first, length }: ContainerChange = {}) {
    const { items = true, prefixItems = [], contains, minContains = 1, minItems = 0, maxItems } = variant;
    if (scope.budget < 0) return undefined;
    const build = (node: SchemaNode) => this.build(node, this.itemScope(node, scope));
    const wanted = contains === undefined ? undefined : combineSchemas(contains, items);
    const copies = wanted === undefined ? [] : Array<SchemaNode>(Math.min(minContains, maxParts + 1)).fill(wanted);
    const built = [...prefixItems, ...copies].map(build);
    const sources = first ? [first, ...built.slice(1)] : built;
    const gap = sources.indexOf(undefined);
    const prefix = (gap < 0 ? sources : sources.slice(0, gap)).filter((source) => source !== undefined);
    const item = build(items);
    const least = length ?? (first ? Math.max(1, minItems) : minItems);
    const cap = Math.max(least, lengthCaps[Math.min(scope.nesting, 3)] as number);
    const isExact = maxItems !== undefined && maxItems <= (scope.nesting === 0 ? 50 : 10);
    const most = length ?? (isExact ? maxItems : Math.min(maxItems ?? cap, cap));
    const min = Math.max(least, wanted === undefined ? 0 : built.length);
    if (min > maxParts || (!item && prefix.length < min)) return undefined;
    return new ArrayArbitrary({ prefix, item, min, max: Math.max(min, most), isUnique: variant.uniqueItems === true });
  }

  buildKey({ propertyNames }: Keywords, scope: BuildScope) {
    const names = combineSchemas(propertyNames, { type: ['string'] });
    if (propertyNames === undefined || names === undefined) return buildWord(3, 8);
    return this.build(names, scope) as fc.Arbitrary<string> | undefined;
  }

  /** Generates values of a member; undefined when none fits. */
  buildMember(variant: Keywords, name: string, scope: BuildScope): fc.Arbitrary<Json> | undefined {
    return this.build(findMemberSchema(variant, name) ?? true, this.memberScope(variant, name, scope));
  }

  memberScope(variant: Keywords, name: string, scope: BuildScope): BuildScope {
    return { ...this.#innerScope(findMemberSchema(variant, name) ?? true, scope), isPast: isPastName(name) };
  }

  itemScope(node: SchemaNode, scope: BuildScope): BuildScope {
    return { ...this.#innerScope(node, scope), nesting: scope.nesting + 1, isNullless: false };
  }

  /** The kind of points in time of a member that may be any of them; undefined for other members. */
  #findTime(variant: Keywords, name: string): string | undefined {
    const values = this.alternativesOf(findMemberSchema(variant, name) ?? true).filter(({ kind }) => kind !== 'null');
    const [{ variant: own, kind } = {}] = values;
    const isFree = kind === 'string' && own?.pattern === undefined && own?.maxLength === undefined;
    return isFree && /^date(-time)?$/.test(own?.format ?? '') ? `${own?.format} ${isPastName(name)}` : undefined;
  }

  /** A cycle costs more of the budget than a level, so that bodies stay small. */
  #innerScope(node: SchemaNode, scope: BuildScope): BuildScope {
    return { ...scope, isPast: false, budget: scope.budget - (this.#isCyclic(node) ? 3 : 1) };
  }

  #isCyclic(node: SchemaNode): boolean {
    const found = this.#cyclic.get(node) ?? this.#isRecursive(node, []);
    this.#cyclic.set(node, found);
    return found;
  }

  #isRecursive(node: SchemaNode, seen: readonly SchemaNode[]): boolean {
    if (typeof node === 'boolean' || seen.includes(node)) return false;
    const { $ref, allOf = [], anyOf = [], oneOf = [] } = node;
    if ($ref && this.#recursive.has($ref.slice(defsPrefix.length))) return true;
    const parts = [...($ref ? [getDefinition(this.schemas, $ref)] : []), ...allOf, ...anyOf, ...oneOf];
    return parts.some((part) => this.#isRecursive(part, [...seen, node]));
  }

  #buildUnion(node: SchemaNode, scope: BuildScope): fc.Arbitrary<Json> | undefined {
    const alternatives = this.alternativesOf(node);
    const isDoubtful = isUncertain(this.schemas, node);
    const check = (source: fc.Arbitrary<Json> | undefined) =>
      source && isDoubtful ? filterArbitrary(source, (value) => this.judge.accepts(node, value)) : source;
    const regular = alternatives.filter(({ kind }) => kind !== 'null');
    const sources = regular.map((one) => check(this.#buildOne(one, scope))).filter((source) => source !== undefined);
    const isNullable = !scope.isNullless && regular.length < alternatives.length;
    const none = isNullable ? check(fc.constant(null)) : undefined;
    if (!none) return sources.length > 0 ? chooseAmong(sources) : undefined;
    // Only texts have special values in the strange boundary case.
    const isText = regular.some(({ kind }) => kind === 'string');
    const standIn: BoundarySubstitute<Json> = { source: none, corners: isText ? ['bare'] : ['bare', 'strange'] };
    return chooseAmong(sources, standIn);
  }

  #buildOne({ variant, kind, values }: Alternative, scope: BuildScope): fc.Arbitrary<Json> | undefined {
    switch (kind) {
      case 'listed': {
        const usable = scope.isNullless ? values.filter((value) => !JSON.stringify(value).includes('null')) : values;
        return usable.length > 0 ? chooseListed(usable) : undefined;
      }
      case 'boolean':
        return chooseListed<Json>([true, false]);
      case 'integer':
      case 'number':
        return buildNumber(variant, kind === 'integer');
      case 'string': {
        const isValid = (text: string) => this.judge.accepts(variant, text);
        return buildString(variant, scope.isPast, isValid);
      }
      case 'array':
        return this.buildArray(variant, scope);
      default:
        return this.buildObject(variant, scope);
    }
  }

  #buildExtras(variant: Keywords, scope: BuildScope, count: number) {
    const { properties, patternProperties = {}, additionalProperties = true, minProperties = 0 } = variant;
    const isMap = properties === undefined && typeof additionalProperties !== 'boolean';
    const [byPattern] = properties === undefined ? Object.entries(patternProperties) : [];
    const min = Math.max(0, minProperties - count);
    if (min > maxParts || (!isMap && !byPattern && min === 0)) return undefined;
    const node = byPattern ? byPattern[1] : additionalProperties;
    const value = this.build(node, this.#innerScope(node, scope));
    const key = byPattern
      ? buildPatternText({ patterns: [byPattern[0]], min: 1, max: 30 })
      : this.buildKey(variant, scope);
    return value && key ? { key, value, min, max: Math.max(min, 2) } : undefined;
  }
}

function findRecursiveNames({ defs }: SchemaSet): ReadonlySet<string> {
  const next = new Map(Object.entries(defs).map(([name, node]) => [name, listReferencedNames(node)]));
  const canReach = (goal: string): boolean => {
    const seen = new Set<string>();
    const todo = [...(next.get(goal) ?? [])];
    for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
      if (name === goal) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      todo.push(...(next.get(name) ?? []));
    }
    return false;
  };
  return new Set([...next.keys()].filter(canReach));
}

function listReferencedNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [part.slice(defsPrefix.length)] : listReferencedNames(part),
  );
}
