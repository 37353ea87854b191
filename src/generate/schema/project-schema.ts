import { getMember, isObject, type Json, type JsonObject, parsePointer } from '../../model/json.js';
import { compilePattern, defsPrefix, type Keywords, type SchemaNode, type SchemaSet } from './keywords.js';
import {
  listHiddenMembers,
  listSchemaParts,
  resolveReference,
  type SchemaSource,
  upgradeSchema,
} from './read-schema.js';

/** What is left out of the values of a schema, or sent unchanged; by JSON Pointer. */
export interface ProjectionOptions {
  /** Members that are never generated, even if required. */
  readonly omit?: readonly string[];
  readonly fixed?: Readonly<Record<string, Json>>;
  readonly example?: Json;
}

/** Projects a schema to one direction: without hidden and omitted members, with fixed values and targets of `$ref`s. */
export function projectSchema(source: SchemaSource, options: ProjectionOptions = {}): SchemaSet {
  const { omit = [], fixed = {}, example } = options;
  const projection = new Projection(source);
  const root = projection.project(source.schema, {
    ...outermost,
    omit: omit.map(parsePointer),
    fixed: Object.entries(fixed).map(([pointer, value]) => [parsePointer(pointer), value]),
    example,
  });
  return { root, defs: projection.defs };
}

/** A JSON pointer as tokens. */
type Route = readonly string[];

/** The place in the value to which a schema applies, and the options for it. */
interface Place {
  readonly hidden: readonly string[];
  readonly omit: readonly Route[];
  readonly fixed: readonly (readonly [Route, Json])[];
  /** Whether this schema is the outermost one here, not part of a composition. */
  readonly isOuter: boolean;
  readonly isBranch: boolean;
  /** The `$ref`s followed at this level of the value. */
  readonly chain: readonly string[];
  readonly example: Json | undefined;
}

const outermost = { hidden: [], isOuter: true, isBranch: false, chain: [] } as const;

function enter({ omit, fixed }: Place, isNext: (token: string) => boolean, example: Json | undefined): Place {
  const leads = (route: Route) => route.length > 1 && isNext(route[0] as string);
  return {
    ...outermost,
    omit: omit.filter(leads).map((route) => route.slice(1)),
    fixed: fixed.filter(([route]) => leads(route)).map(([route, value]) => [route.slice(1), value]),
    example,
  };
}

const enterMember = (place: Place, name: string): Place =>
  enter(place, (token) => token === name, isObject(place.example) ? getMember(place.example, name) : undefined);

const isIndex = (token: string): boolean => /^(\d+|[*-])$/.test(token);

const isCount = (value: Json) => Number.isInteger(value) && Number(value) >= 0;

/** The keywords that are copied, each with what makes its value usable. */
const assertions: Readonly<Record<string, (value: Json) => boolean>> = {
  ...Object.fromEntries(['type', 'const', 'x-tag'].map((name) => [name, () => true])),
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, Number.isFinite]),
  ),
  ...Object.fromEntries(
    ['Length', 'Items', 'Properties', 'Contains'].flatMap((of) =>
      [`min${of}`, `max${of}`].map((name) => [name, isCount]),
    ),
  ),
  enum: (value) => Array.isArray(value) && value.length > 0,
  multipleOf: (value) => Number.isFinite(value) && Number(value) > 0,
  uniqueItems: (value) => value === true,
  format: (value) => typeof value === 'string',
};

type Draft = { -readonly [Name in keyof Keywords]: Keywords[Name] } & Record<string, unknown>;

class Projection {
  readonly defs: Record<string, SchemaNode> = {};
  readonly #names = new Map<string, string>();

  constructor(private readonly source: SchemaSource) {}

  project(given: unknown, outer: Place): SchemaNode {
    if (typeof given === 'boolean') return given;
    if (!isObject(given)) return true;
    const raw = upgradeSchema(given);
    const own = outer.omit.flatMap((route) => (route.length === 1 ? route : []));
    const hidden = [...new Set([...outer.hidden, ...listHiddenMembers(this.source, raw), ...own])].sort();
    const place = { ...outer, hidden };
    const node: Draft = {};
    for (const [name, isUsable] of Object.entries(assertions)) {
      const value = raw[name];
      if (value !== undefined && isUsable(value)) node[name] = value;
    }
    const { pattern } = raw;
    if (typeof pattern === 'string' && compilePattern(pattern)) node.pattern = pattern;
    this.#addMembers(node, raw, place);
    const item = enter(place, isIndex, Array.isArray(place.example) ? (place.example[0] as Json) : undefined);
    this.#add(node, raw, ['items'], item);
    this.#add(node, raw, ['contains'], { ...item, isOuter: false });
    this.#addList(node, 'prefixItems', raw.prefixItems, item);
    this.#addComposition(node, raw, { ...place, isOuter: false });
    const several = Array.isArray(raw.examples) ? raw.examples : [];
    const examples = [place.example, raw.example, ...several, raw.default].filter((value) => value !== undefined);
    if (examples.length > 0 && pattern !== undefined) node.examples = examples as Json[];
    return Object.keys(node).length > 0 ? node : true;
  }

  #add(node: Draft, raw: JsonObject, names: readonly string[], place: Place): void {
    for (const name of names) if (raw[name] !== undefined) node[name] = this.project(raw[name], place);
  }

  #addList(node: Draft, name: string, parts: unknown, place: Place): void {
    if (Array.isArray(parts) && parts.length > 0) node[name] = parts.map((part) => this.project(part, place));
  }

  #addMembers(node: Draft, raw: JsonObject, place: Place): void {
    const { hidden, isOuter } = place;
    const isShown = (name: unknown): name is string => typeof name === 'string' && !hidden.includes(name);
    const list = (names: unknown) => (Array.isArray(names) ? names.filter(isShown) : []);
    const entries = (of: unknown) => (isObject(of) ? Object.entries(of).filter(([name]) => isShown(name)) : []);
    const map = (of: unknown, to: (name: string) => Place) =>
      Object.fromEntries(entries(of).map(([name, part]) => [name, this.project(part, to(name))]));
    const any = enterMember(place, '');
    const members = map(raw.properties, (name) => enterMember(place, name));
    const sent = this.#projectFixed(raw, place);
    const isSent = isOuter && Object.keys(sent).length > 0;
    const properties = { ...members, ...sent };
    const required = [...new Set([...list(raw.required), ...(isOuter ? Object.keys(sent) : [])])];
    const patterns = map(raw.patternProperties, () => any);
    // Ajv leaves this name out of `properties`.
    const inherited = getMember(properties, '__proto__');
    if (inherited !== undefined) patterns['^__proto__$'] = inherited;
    if (Object.keys(properties).length > 0) node.properties = properties;
    if (required.length > 0) node.required = required;
    if (isSent) node.type = ['object'];
    if (Object.keys(patterns).length > 0) node.patternProperties = patterns;
    if (isObject(raw.dependentSchemas))
      node.dependentSchemas = map(raw.dependentSchemas, () => ({ ...place, isOuter: false }));
    this.#add(node, raw, ['additionalProperties', 'propertyNames'], any);
    const { dependentRequired: needed } = raw;
    if (isObject(needed))
      node.dependentRequired = Object.fromEntries(entries(needed).map(([name, names]) => [name, list(names)]));
  }

  /** Fixed members are inserted once, and again in parts of a composition that would not allow them. */
  #projectFixed(raw: JsonObject, place: Place): Record<string, SchemaNode> {
    const declared = isObject(raw.properties) ? raw.properties : {};
    const found: [string, SchemaNode][] = [];
    for (const name of new Set(place.fixed.map(([route]) => route[0]))) {
      if (name === undefined || isIndex(name)) continue;
      if (!place.isOuter && raw.additionalProperties !== false && !Object.hasOwn(declared, name)) continue;
      const member = getMember(declared, name);
      const direct = place.fixed.find(([route]) => route.length === 1 && route[0] === name);
      if (!direct) {
        found.push([name, this.project(member ?? { type: 'object' }, enterMember(place, name))]);
        continue;
      }
      const tags = listSchemaParts(this.source, member).flatMap((part) =>
        part.const === undefined ? (part.enum ?? []) : [part.const],
      );
      const text = JSON.stringify(direct[1]);
      const isOther = place.isBranch && tags.length > 0 && !tags.some((tag) => JSON.stringify(tag) === text);
      found.push([name, isOther ? false : { const: direct[1], 'x-fixed': true }]);
    }
    return Object.fromEntries(found);
  }

  #addComposition(node: Draft, raw: JsonObject, part: Place): void {
    const branch = { ...part, isBranch: true };
    const tags = buildOwnTags(this.source, raw);
    if (typeof raw.$ref === 'string') this.#addReference(node, raw.$ref, part);
    this.#addList(node, 'allOf', [...(Array.isArray(raw.allOf) ? raw.allOf : []), ...(tags ? [tags] : [])], part);
    for (const name of ['anyOf', 'oneOf']) {
      const branches = raw[name];
      if (Array.isArray(branches)) this.#addList(node, name, tagBranches(this.source, raw, branches), branch);
    }
    this.#add(node, raw, ['not'], { ...part, hidden: [] });
    this.#add(node, raw, ['if', 'then', 'else'], branch);
  }

  #addReference(node: Draft, ref: string, { chain, ...place }: Place): void {
    const target = resolveReference(this.source, ref);
    if (target === undefined) return;
    const { hidden, omit, fixed, isOuter, isBranch, example } = place;
    const key = `${ref} ${JSON.stringify([hidden, omit, fixed, isOuter, isBranch, example])}`;
    let name = this.#names.get(key);
    // A schema that only refers to itself allows everything; following it would never end.
    if (name !== undefined && chain.includes(key)) return;
    if (name === undefined) {
      name = String(this.#names.size);
      this.#names.set(key, name);
      const tag = findInheritedTag(this.source, ref);
      const whole = tag ? { allOf: [target, tag] } : target;
      this.defs[name] = this.project(whole, { ...place, chain: [...chain, key] });
    }
    node.$ref = defsPrefix + name;
  }
}

export function tagBranches(source: SchemaSource, raw: JsonObject, branches: readonly Json[]): Json[] {
  const { discriminator } = raw;
  if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return [...branches];
  const name = discriminator.propertyName;
  return branches.map((branch) => {
    const ref = isObject(branch) ? branch.$ref : undefined;
    if (typeof ref !== 'string') return branch;
    const tag = buildTagConstraint(source, branch, name, listTagNames(discriminator, ref));
    return tag ? { allOf: [branch, tag] } : branch;
  });
}

/** The discriminator value that a schema reached by `ref` must have because of its parent schema. */
export function findInheritedTag(source: SchemaSource, ref: string): JsonObject | undefined {
  const own = resolveReference(source, ref);
  const [, ...parents] = listSchemaParts(source, own);
  const parent = parents.find(isBaseSchema);
  if (!parent || !isObject(own)) return undefined;
  const discriminator = parent.discriminator as JsonObject;
  return buildTagConstraint(source, own, discriminator.propertyName as string, listTagNames(discriminator, ref));
}

/** The discriminator values of a base schema itself, from its mapping. */
export function buildOwnTags(source: SchemaSource, raw: JsonObject): JsonObject | undefined {
  if (!isBaseSchema(raw)) return undefined;
  const { propertyName, mapping } = raw.discriminator as JsonObject;
  const names = isObject(mapping) ? Object.keys(mapping) : [];
  return names.length > 0 ? buildTagConstraint(source, raw, propertyName as string, names) : undefined;
}

const isBaseSchema = ({ discriminator, oneOf, anyOf }: JsonObject) =>
  isObject(discriminator) && typeof discriminator.propertyName === 'string' && !oneOf && !anyOf;

function listTagNames({ mapping }: JsonObject, ref: string): string[] {
  const last = ref.slice(ref.lastIndexOf('/') + 1);
  const mapped = Object.entries(isObject(mapping) ? mapping : {})
    .filter(([, target]) => target === ref || target === last)
    .map(([name]) => name);
  return mapped.length > 0 ? mapped : [last];
}

/** Undefined when the schema itself restricts the member, or excludes these values. */
function buildTagConstraint(source: SchemaSource, schema: Json, name: string, values: string[]) {
  const declared = listSchemaParts(source, schema)
    .map(({ properties }) => (isObject(properties) ? getMember(properties, name) : undefined))
    .flatMap((member) => listSchemaParts(source, member));
  if (declared.some((member) => member.const !== undefined)) return undefined;
  const allowed = values.filter((value) =>
    declared.every((member) => !Array.isArray(member.enum) || member.enum.includes(value)),
  );
  if (allowed.length === 0) return undefined;
  const constraint: JsonObject = allowed.length === 1 ? { const: allowed[0] as Json } : { enum: allowed };
  return { properties: { [name]: { ...constraint, 'x-tag': true } }, required: [name] };
}
