import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { isIndex, itemOf, keyOf, memberOf, type Place, partOf } from '../invalid/schema-place.js';
import { inherited, tagged, tagsOf } from './discriminator.js';
import { type Book, type Keywords, type Node, shelf } from './keywords.js';
import { regexOf } from './regexes.js';
import { hiddenIn, partsOf, resolve, type Source } from './resolve-reference.js';
import { modernise } from './schema-draft.js';

interface Work {
  readonly source: Source;
  readonly defs: Record<string, Node>;
  readonly names: Map<string, string>;
  readonly notes: Set<string>;
}

/** The schema as one direction sees it: hidden and omitted members gone, fixed ones put in, `$ref`s closed over. */
export function project(source: Source, whole: Place): Book {
  const work: Work = { source, defs: {}, names: new Map(), notes: new Set() };
  const root = nodeOf(work, source.schema, whole);
  return { root, defs: work.defs, notes: work.notes };
}

const numeric = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
const counts = ['Length', 'Items', 'Properties', 'Contains'].flatMap((what) => [`min${what}`, `max${what}`]);

function nodeOf(work: Work, given: unknown, place: Place): Node {
  if (typeof given === 'boolean') return given;
  if (!isObject(given)) return true;
  const raw = modernise(given);
  const own = place.omit.flatMap((route) => (route.length === 1 ? route : []));
  const hidden = [...new Set([...place.hidden, ...hiddenIn(work.source, raw), ...own])].sort();
  const here = { ...place, hidden };
  const node = {
    ...assertionsOf(work, raw),
    ...objectOf(work, raw, here),
    ...arrayOf(work, raw, here),
    ...compositionOf(work, raw, here),
    ...examplesOf(raw, place),
  };
  return Object.keys(node).length > 0 ? node : true;
}

function assertionsOf(work: Work, raw: JsonObject): Keywords {
  const numbers = numeric.filter((name) => Number.isFinite(raw[name]));
  const sizes = counts.filter((name) => Number.isInteger(raw[name]) && Number(raw[name]) >= 0);
  const names = ['type', 'const', 'x-tag', ...numbers, ...sizes];
  if (Array.isArray(raw.enum) && raw.enum.length > 0) names.push('enum');
  if (Number.isFinite(raw.multipleOf) && Number(raw.multipleOf) > 0) names.push('multipleOf');
  if (raw.uniqueItems === true) names.push('uniqueItems');
  if (typeof raw.format === 'string') names.push('format');
  if (typeof raw.pattern === 'string' && isUsable(work, raw.pattern)) names.push('pattern');
  return Object.fromEntries(names.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]]));
}

function isUsable(work: Work, pattern: string): boolean {
  if (regexOf(pattern)) return true;
  work.notes.add(`pattern ignored, it is no ECMAScript regular expression: ${pattern}`);
  return false;
}

function objectOf(work: Work, raw: JsonObject, place: Place): Keywords {
  const { hidden } = place;
  const visible = (names: unknown) =>
    (Array.isArray(names) ? names : []).filter(
      (name) => typeof name === 'string' && !hidden.includes(name),
    ) as string[];
  const map = (name: string, to: (key: string) => Place) =>
    isObject(raw[name]) ? { [name]: entries(work, raw[name], hidden, to) } : {};
  const properties = isObject(raw.properties)
    ? entries(work, raw.properties, hidden, (key) => memberOf(place, key))
    : {};
  const sent = fixedOf(work, raw, place);
  const required = [...new Set([...visible(raw.required), ...(place.isOuter ? Object.keys(sent) : [])])];
  const members = { ...properties, ...sent };
  return {
    ...(Object.keys(members).length > 0 ? { properties: members } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(place.isOuter && Object.keys(sent).length > 0 ? { type: ['object'] } : {}),
    ...map('patternProperties', () => memberOf(place, '')),
    ...map('dependentSchemas', () => partOf(place)),
    ...node(work, raw, 'additionalProperties', memberOf(place, '')),
    ...node(work, raw, 'propertyNames', memberOf(place, '')),
    ...dependentsOf(raw, hidden, visible),
  };
}

function entries(work: Work, raw: JsonObject, hidden: readonly string[], to: (key: string) => Place) {
  const kept = Object.entries(raw).filter(([key]) => !hidden.includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, nodeOf(work, value, to(key))]));
}

function dependentsOf(raw: JsonObject, hidden: readonly string[], visible: (names: unknown) => string[]): Keywords {
  if (!isObject(raw.dependentRequired)) return {};
  const kept = Object.entries(raw.dependentRequired).filter(([name]) => !hidden.includes(name));
  return { dependentRequired: Object.fromEntries(kept.map(([name, names]) => [name, visible(names)])) };
}

/** Fixed members are put in once, and again wherever a part of the composition would refuse them. */
function fixedOf(work: Work, raw: JsonObject, place: Place): Record<string, Node> {
  const names = [...new Set(place.fixed.map(([route]) => route[0]))].filter((name) => name !== undefined);
  const declared = isObject(raw.properties) ? raw.properties : {};
  const wanted = names.filter((name) => {
    if (isIndex(name)) return false;
    return place.isOuter || raw.additionalProperties === false || Object.hasOwn(declared, name);
  });
  return Object.fromEntries(wanted.map((name) => [name, fixedAt(work, declared[name], name, place)]));
}

function fixedAt(work: Work, raw: Json | undefined, name: string, place: Place): Node {
  const direct = place.fixed.find(([route]) => route.length === 1 && route[0] === name);
  if (!direct) return nodeOf(work, raw ?? { type: 'object' }, memberOf(place, name));
  const value = direct[1];
  const tags = partsOf(work.source, raw).flatMap((part) =>
    part.const === undefined ? (part.enum ?? []) : [part.const],
  );
  const isOther =
    place.isBranch && tags.length > 0 && !tags.some((tag) => JSON.stringify(tag) === JSON.stringify(value));
  return isOther ? false : { const: value, 'x-fixed': true };
}

function arrayOf(work: Work, raw: JsonObject, place: Place): Keywords {
  const item = itemOf(place);
  return {
    ...node(work, raw, 'items', item),
    ...node(work, raw, 'contains', partOf(item)),
    ...list(work, raw, 'prefixItems', item),
  };
}

function compositionOf(work: Work, raw: JsonObject, place: Place): Keywords {
  const part = partOf(place);
  const branch = partOf(place, true);
  const tags = tagsOf(work.source, raw);
  const all = [...(Array.isArray(raw.allOf) ? raw.allOf : []), ...(tags ? [tags] : [])];
  return {
    ...referenceOf(work, raw.$ref, part),
    ...list(work, { allOf: all }, 'allOf', part),
    ...list(work, { anyOf: branchesOf(work, raw, 'anyOf') }, 'anyOf', branch),
    ...list(work, { oneOf: branchesOf(work, raw, 'oneOf') }, 'oneOf', branch),
    ...node(work, raw, 'not', partOf({ ...place, hidden: [] })),
    ...node(work, raw, 'if', branch),
    ...node(work, raw, 'then', branch),
    ...node(work, raw, 'else', branch),
  };
}

const branchesOf = (work: Work, raw: JsonObject, keyword: string): Json[] => {
  const branches = raw[keyword];
  return Array.isArray(branches) ? tagged(work.source, raw, branches) : [];
};

function referenceOf(work: Work, ref: unknown, place: Place): Keywords {
  if (typeof ref !== 'string') return {};
  const target = resolve(work.source, ref);
  if (target === undefined) {
    work.notes.add(`$ref leads nowhere and is ignored: ${ref}`);
    return {};
  }
  const key = `${ref} ${keyOf(place)}`;
  const known = work.names.get(key);
  // A schema that consists of itself says nothing; following it would never end.
  if (known !== undefined) return place.chain.includes(key) ? {} : { $ref: shelf + known };
  const name = String(work.names.size);
  work.names.set(key, name);
  const below = { ...place, chain: [...place.chain, key] };
  const tag = inherited(work.source, ref);
  work.defs[name] = nodeOf(work, tag ? { allOf: [target, tag] } : target, below);
  return { $ref: shelf + name };
}

function node(work: Work, raw: JsonObject, keyword: string, place: Place): Keywords {
  return raw[keyword] === undefined ? {} : { [keyword]: nodeOf(work, raw[keyword], place) };
}

function list(work: Work, raw: JsonObject, keyword: string, place: Place): Keywords {
  const parts = raw[keyword];
  if (!Array.isArray(parts) || parts.length === 0) return {};
  return { [keyword]: parts.map((part) => nodeOf(work, part, place)) };
}

function examplesOf(raw: JsonObject, { example }: Place): Keywords {
  const several = Array.isArray(raw.examples) ? raw.examples : [];
  const all = [example, raw.example, ...several, raw.default].filter((value) => value !== undefined) as Json[];
  return all.length > 0 && raw.pattern !== undefined ? { examples: all } : {};
}
