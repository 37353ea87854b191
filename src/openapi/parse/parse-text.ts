import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import type { Pair, YAMLMap } from 'yaml';
import { isObject, type Json } from '../../model/json.js';
import { DocumentError } from '../document-error.js';
import { summarizeNotes } from '../repair/repair-notes.js';

const require = createRequire(import.meta.url);

/** A parsed text, and notes about tolerated deviations. */
export interface ParsedText {
  readonly value: Json;
  readonly notes: readonly string[];
}

/** Parses JSON, JSON with comments, or YAML. Throws {@link DocumentError} with the place of the error. */
export function parseText(text: string, source: string): ParsedText {
  const bare = text.replace(/^\uFEFF/, '');
  const parsed = parseJsonText(bare) ?? parseCommentedJson(bare, source) ?? parseYaml(bare, source);
  const trouble = findSizeProblem(parsed.value);
  if (trouble !== undefined) throw new DocumentError(source, trouble);
  return parsed;
}

/** Decodes octets: UTF-8, or UTF-16 with a byte order mark. */
export function decodeText(octets: Uint8Array): string {
  const [first, second] = octets;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0))
    return new TextDecoder('utf-16le').decode(octets);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0))
    return new TextDecoder('utf-16be').decode(octets);
  return new TextDecoder().decode(octets);
}

function parseJsonText(text: string): ParsedText | undefined {
  try {
    return { value: JSON.parse(text), notes: [] };
  } catch {
    return undefined;
  }
}

const stringPattern = /"(?:\\.|[^"\\])*"/.source;

function parseCommentedJson(text: string, source: string): ParsedText | undefined {
  if (!/^\s*(\{|\/[/*])/.test(text)) return undefined;
  const bare = text.replaceAll(new RegExp(`(${stringPattern})|//[^\\n]*|/\\*[^]*?\\*/`, 'g'), (_, kept) => kept ?? '');
  const closed = bare.replaceAll(new RegExp(`(${stringPattern})|,(?=\\s*[}\\]])`, 'g'), (_, kept) => kept ?? '');
  const parsed = parseJsonText(closed);
  return (
    parsed && {
      ...parsed,
      notes: [`${source}: comments and trailing commas, which are not valid JSON, were ignored`],
    }
  );
}

function parseYaml(text: string, source: string): ParsedText {
  // Most documents are JSON, so the parser of YAML is loaded when it is needed.
  const yaml = require('yaml') as typeof Yaml;
  const lineCounter = new yaml.LineCounter();
  const document = composeYaml(yaml, text, lineCounter, source);
  const [error] = document.errors;
  if (error?.code === 'TAB_AS_INDENT') return parseWithoutTabs(text, source, error.message);
  const placeOf = (position: number) => {
    const { line, col } = lineCounter.linePos(position);
    return `${source}:${line}:${col}`;
  };
  if (error) throw new DocumentError(placeOf(error.pos[0]), `cannot be parsed as JSON or YAML: ${error.message}`);
  const notes = joinDuplicateKeys(document.contents, yaml).map(
    (position) => `${placeOf(position)}: the key appears twice; both values are merged, and the last one wins`,
  );
  try {
    return { value: document.toJS({ maxAliasCount: 10_000 }) as Json, notes: summarizeNotes(notes) };
  } catch (trouble) {
    throw new DocumentError(source, `cannot be parsed as JSON or YAML: ${(trouble as Error).message}`);
  }
}

function composeYaml(yaml: typeof Yaml, text: string, lineCounter: Yaml.LineCounter, source: string) {
  try {
    // Duplicate keys are joined afterwards: the check of the library compares each key of a map with all before it.
    return yaml.parseDocument(text, { lineCounter, prettyErrors: false, merge: true, uniqueKeys: false });
  } catch (trouble) {
    throw new DocumentError(source, `cannot be parsed as JSON or YAML: ${(trouble as Error).message}`);
  }
}

function parseWithoutTabs(text: string, source: string, message: string): ParsedText {
  const spaced = text.replaceAll(/^[ \t]*\t[ \t]*/gm, (indent) => indent.replaceAll('\t', '  '));
  if (spaced === text) throw new DocumentError(source, `cannot be parsed as JSON or YAML: ${message}`);
  const { value, notes } = parseYaml(spaced, source);
  return {
    value,
    notes: [`${source}: tabs, which YAML does not allow as indentation, are read as two spaces`, ...notes],
  };
}

const maxNodes = 5_000_000;
const maxLevels = 400;

/** Aliases can make a small text very large or endless, so its size is checked first. */
function findSizeProblem(whole: Json): string | undefined {
  const sizes = new Map<Json, number>();
  const sizeOf = (node: Json, level: number): number => {
    if (typeof node !== 'object' || node === null) return 1;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    if (level > maxLevels) return Number.POSITIVE_INFINITY;
    sizes.set(node, Number.POSITIVE_INFINITY);
    let size = 1;
    for (const part of isObject(node) ? Object.values(node) : (node as readonly Json[]))
      size += sizeOf(part, level + 1);
    sizes.set(node, size);
    return size;
  };
  const size = sizeOf(whole, 0);
  if (size === Number.POSITIVE_INFINITY) return `is nested deeper than ${maxLevels} levels, or contains itself`;
  return size > maxNodes ? `has more than ${maxNodes} parts once its aliases are resolved` : undefined;
}

/** Joins pairs of the same key in all maps, as a path may be described once for each method. Returns their positions. */
function joinDuplicateKeys(root: unknown, yaml: typeof Yaml): number[] {
  const positions: number[] = [];
  const visit = (node: unknown): void => {
    if (yaml.isMap(node)) {
      joinPairs(node, positions, yaml);
      for (const { value } of node.items) visit(value);
    } else if (yaml.isSeq(node)) for (const item of node.items) visit(item);
  };
  visit(root);
  return positions.sort((a, b) => a - b);
}

function joinPairs(map: YAMLMap, positions: number[], { isMap, isNode, isScalar }: typeof Yaml): void {
  const firsts = new Map<unknown, Pair>();
  for (const pair of map.items) {
    const { key } = pair;
    const name = isScalar(key) ? readScalarKey(key.value) : String(key);
    const first = firsts.get(name);
    if (!first) {
      firsts.set(name, pair);
      continue;
    }
    positions.push((isNode(key) && key.range?.[0]) || 0);
    if (isMap(first.value) && isMap(pair.value)) first.value.items.push(...pair.value.items);
    else first.value = pair.value;
  }
  if (firsts.size < map.items.length) map.items = [...firsts.values()];
}

/** The key as a member of an object; a merge key is a symbol of its own, so that several are kept. */
const readScalarKey = (value: unknown): unknown => (typeof value === 'symbol' ? value : String(value));
