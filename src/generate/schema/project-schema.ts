import { getMember, isObject, type Json, type JsonObject } from '../../model/json.js';
import {
  buildSchemaPlaceKey,
  createItemPlace,
  createMemberPlace,
  createPartPlace,
  isIndexToken,
  type SchemaPlace,
} from '../invalid/schema-place.js';
import { buildOwnTags, findInheritedTag, tagBranches } from './discriminator.js';
import { defsPrefix, type Keywords, type SchemaNode, type SchemaSet } from './keywords.js';
import { compilePattern } from './regexes.js';
import { listHiddenMembers, listSchemaParts, resolveReference, type SchemaSource } from './resolve-reference.js';
import { upgradeSchema } from './schema-draft.js';

interface ProjectionWork {
  readonly source: SchemaSource;
  readonly defs: Record<string, SchemaNode>;
  readonly names: Map<string, string>;
  readonly notes: Set<string>;
}

/**
 * Projects a schema to one direction: removes hidden and omitted members, inserts fixed values, and collects the
 * targets of `$ref`s.
 */
export function projectSchema(source: SchemaSource, whole: SchemaPlace): SchemaSet {
  const work: ProjectionWork = { source, defs: {}, names: new Map(), notes: new Set() };
  const root = projectNode(work, source.schema, whole);
  return { root, defs: work.defs, notes: work.notes };
}

const numericKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const countKeywords = ['Length', 'Items', 'Properties', 'Contains'].flatMap((what) => [`min${what}`, `max${what}`]);

function projectNode(work: ProjectionWork, given: unknown, place: SchemaPlace): SchemaNode {
  if (typeof given === 'boolean') return given;
  if (!isObject(given)) return true;
  const raw = upgradeSchema(given);
  const own = place.omit.flatMap((route) => (route.length === 1 ? route : []));
  const hidden = [...new Set([...place.hidden, ...listHiddenMembers(work.source, raw), ...own])].sort();
  const here = { ...place, hidden };
  const node = {
    ...projectAssertions(work, raw),
    ...projectObject(work, raw, here),
    ...projectArray(work, raw, here),
    ...projectComposition(work, raw, here),
    ...projectExamples(raw, place),
  };
  return Object.keys(node).length > 0 ? node : true;
}

function projectAssertions(work: ProjectionWork, raw: JsonObject): Keywords {
  const numbers = numericKeywords.filter((name) => Number.isFinite(raw[name]));
  const sizes = countKeywords.filter((name) => Number.isInteger(raw[name]) && Number(raw[name]) >= 0);
  const names = ['type', 'const', 'x-tag', ...numbers, ...sizes];
  if (Array.isArray(raw.enum) && raw.enum.length > 0) names.push('enum');
  if (Number.isFinite(raw.multipleOf) && Number(raw.multipleOf) > 0) names.push('multipleOf');
  if (raw.uniqueItems === true) names.push('uniqueItems');
  if (typeof raw.format === 'string') names.push('format');
  if (typeof raw.pattern === 'string' && isUsablePattern(work, raw.pattern)) names.push('pattern');
  return Object.fromEntries(names.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]));
}

function isUsablePattern(work: ProjectionWork, pattern: string): boolean {
  if (compilePattern(pattern)) return true;
  work.notes.add(`the pattern is ignored, because it is not an ECMAScript regular expression: ${pattern}`);
  return false;
}

function projectObject(work: ProjectionWork, raw: JsonObject, place: SchemaPlace): Keywords {
  const { hidden } = place;
  const visible = (names: unknown) =>
    (Array.isArray(names) ? names : []).filter(
      (name) => typeof name === 'string' && !hidden.includes(name),
    ) as string[];
  const map = (name: string, to: (key: string) => SchemaPlace) =>
    isObject(raw[name]) ? { [name]: projectEntries(work, raw[name], hidden, to) } : {};
  const properties = isObject(raw.properties)
    ? projectEntries(work, raw.properties, hidden, (key) => createMemberPlace(place, key))
    : {};
  const sent = projectFixed(work, raw, place);
  const required = [...new Set([...visible(raw.required), ...(place.isOuter ? Object.keys(sent) : [])])];
  const members = { ...properties, ...sent };
  const { patternProperties = {} }: Keywords = map('patternProperties', () => createMemberPlace(place, ''));
  // Ajv leaves this name out of `properties`.
  const inherited = getMember(members, '__proto__');
  const patterns = inherited === undefined ? patternProperties : { ...patternProperties, '^__proto__$': inherited };
  return {
    ...(Object.keys(members).length > 0 ? { properties: members } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(place.isOuter && Object.keys(sent).length > 0 ? { type: ['object'] } : {}),
    ...(Object.keys(patterns).length > 0 ? { patternProperties: patterns } : {}),
    ...map('dependentSchemas', () => createPartPlace(place)),
    ...projectKeyword(work, raw, 'additionalProperties', createMemberPlace(place, '')),
    ...projectKeyword(work, raw, 'propertyNames', createMemberPlace(place, '')),
    ...projectDependents(raw, hidden, visible),
  };
}

function projectEntries(
  work: ProjectionWork,
  raw: JsonObject,
  hidden: readonly string[],
  to: (key: string) => SchemaPlace,
) {
  const kept = Object.entries(raw).filter(([key]) => !hidden.includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, projectNode(work, value, to(key))]));
}

function projectDependents(raw: JsonObject, hidden: readonly string[], visible: (names: unknown) => string[]) {
  if (!isObject(raw.dependentRequired)) return {};
  const kept = Object.entries(raw.dependentRequired).filter(([name]) => !hidden.includes(name));
  return { dependentRequired: Object.fromEntries(kept.map(([name, names]) => [name, visible(names)])) };
}

/** Fixed members are inserted once, and again in parts of a composition that would not allow them. */
function projectFixed(work: ProjectionWork, raw: JsonObject, place: SchemaPlace): Record<string, SchemaNode> {
  const names = [...new Set(place.fixed.map(([route]) => route[0]))].filter((name) => name !== undefined);
  const declared = isObject(raw.properties) ? raw.properties : {};
  const wanted = names.filter((name) => {
    if (isIndexToken(name)) return false;
    return place.isOuter || raw.additionalProperties === false || Object.hasOwn(declared, name);
  });
  return Object.fromEntries(
    wanted.map((name) => [name, projectFixedMember(work, getMember(declared, name), name, place)]),
  );
}

function projectFixedMember(work: ProjectionWork, raw: Json | undefined, name: string, place: SchemaPlace): SchemaNode {
  const direct = place.fixed.find(([route]) => route.length === 1 && route[0] === name);
  if (!direct) return projectNode(work, raw ?? { type: 'object' }, createMemberPlace(place, name));
  const value = direct[1];
  const tags = listSchemaParts(work.source, raw).flatMap((part) =>
    part.const === undefined ? (part.enum ?? []) : [part.const],
  );
  const isOther =
    place.isBranch && tags.length > 0 && !tags.some((tag) => JSON.stringify(tag) === JSON.stringify(value));
  return isOther ? false : { const: value, 'x-fixed': true };
}

function projectArray(work: ProjectionWork, raw: JsonObject, place: SchemaPlace): Keywords {
  const item = createItemPlace(place);
  return {
    ...projectKeyword(work, raw, 'items', item),
    ...projectKeyword(work, raw, 'contains', createPartPlace(item)),
    ...projectList(work, raw, 'prefixItems', item),
  };
}

function projectComposition(work: ProjectionWork, raw: JsonObject, place: SchemaPlace): Keywords {
  const part = createPartPlace(place);
  const branch = createPartPlace(place, true);
  const tags = buildOwnTags(work.source, raw);
  const all = [...(Array.isArray(raw.allOf) ? raw.allOf : []), ...(tags ? [tags] : [])];
  return {
    ...projectReference(work, raw.$ref, part),
    ...projectList(work, { allOf: all }, 'allOf', part),
    ...projectList(work, { anyOf: listTaggedBranches(work, raw, 'anyOf') }, 'anyOf', branch),
    ...projectList(work, { oneOf: listTaggedBranches(work, raw, 'oneOf') }, 'oneOf', branch),
    ...projectKeyword(work, raw, 'not', createPartPlace({ ...place, hidden: [] })),
    ...projectKeyword(work, raw, 'if', branch),
    ...projectKeyword(work, raw, 'then', branch),
    ...projectKeyword(work, raw, 'else', branch),
  };
}

const listTaggedBranches = (work: ProjectionWork, raw: JsonObject, keyword: string): Json[] => {
  const branches = raw[keyword];
  return Array.isArray(branches) ? tagBranches(work.source, raw, branches) : [];
};

function projectReference(work: ProjectionWork, ref: unknown, place: SchemaPlace): Keywords {
  if (typeof ref !== 'string') return {};
  const target = resolveReference(work.source, ref);
  if (target === undefined) {
    work.notes.add(`the $ref has no target and is ignored: ${ref}`);
    return {};
  }
  const key = `${ref} ${buildSchemaPlaceKey(place)}`;
  const known = work.names.get(key);
  // A schema that only refers to itself allows everything; following it would never end.
  if (known !== undefined) return place.chain.includes(key) ? {} : { $ref: defsPrefix + known };
  const name = String(work.names.size);
  work.names.set(key, name);
  const below = { ...place, chain: [...place.chain, key] };
  const tag = findInheritedTag(work.source, ref);
  work.defs[name] = projectNode(work, tag ? { allOf: [target, tag] } : target, below);
  return { $ref: defsPrefix + name };
}

function projectKeyword(work: ProjectionWork, raw: JsonObject, keyword: string, place: SchemaPlace): Keywords {
  return raw[keyword] === undefined ? {} : { [keyword]: projectNode(work, raw[keyword], place) };
}

function projectList(work: ProjectionWork, raw: JsonObject, keyword: string, place: SchemaPlace): Keywords {
  const parts = raw[keyword];
  if (!Array.isArray(parts) || parts.length === 0) return {};
  return { [keyword]: parts.map((part) => projectNode(work, part, place)) };
}

function projectExamples(raw: JsonObject, { example }: SchemaPlace): Keywords {
  const several = Array.isArray(raw.examples) ? raw.examples : [];
  const all = [example, raw.example, ...several, raw.default].filter((value) => value !== undefined) as Json[];
  return all.length > 0 && raw.pattern !== undefined ? { examples: all } : {};
}
