import { CORE_SCHEMA, load } from 'js-yaml';
import { type Document, isMap, LineCounter, type Pair, parseDocument, visit } from 'yaml';
import { isObject, type Json } from '../../model/json.js';
import { DocumentError } from '../document-error.js';

/** What a text says, and what was read otherwise than it is written. */
export interface ParsedText {
  readonly value: Json;
  readonly notes: readonly string[];
}

/** Reads JSON, JSON with comments, or YAML. Throws {@link DocumentError} that says where it breaks off. */
export function parseText(text: string, source: string): ParsedText {
  const bare = text.replace(/^\uFEFF/, '');
  const parsed =
    parseJsonText(bare) ?? parseCommentedJson(bare, source) ?? parsePlainYaml(bare) ?? parseYaml(bare, source);
  const trouble = findSizeProblem(parsed.value);
  if (trouble !== undefined) throw new DocumentError(source, trouble);
  return parsed;
}

/** The text that these octets are: UTF-8, or UTF-16 where they begin so. */
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
      notes: [`${source}: comments and trailing commas, which JSON does not know, were passed over`],
    }
  );
}

/** Anchors, aliases and merges are for the patient parser, which can join what stands there twice and say where. */
const anchorPattern = /(^|[\s:,[{-])[&*][^\s*&]|<<\s*:/;

/** YAML without a fault is read by the parser that is quick and small; whatever it does not take is left to the other. */
function parsePlainYaml(text: string): ParsedText | undefined {
  if (anchorPattern.test(text)) return undefined;
  try {
    return { value: load(text, { schema: CORE_SCHEMA }) as Json, notes: [] };
  } catch {
    return undefined;
  }
}

function parseYaml(text: string, source: string): ParsedText {
  const lineCounter = new LineCounter();
  const document = composeYaml(text, lineCounter, source);
  const repeated = document.errors.filter(({ code }) => code === 'DUPLICATE_KEY');
  const error = document.errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  if (error?.code === 'TAB_AS_INDENT') return parseWithoutTabs(text, source, error.message);
  const placeOf = (position: number) => {
    const { line, col } = lineCounter.linePos(position);
    return `${source}:${line}:${col}`;
  };
  if (error) throw new DocumentError(placeOf(error.pos[0]), `cannot be parsed as JSON or YAML: ${error.message}`);
  const notes = repeated.map(
    ({ pos }) => `${placeOf(pos[0])}: the key stands there before; both are joined, and the last one counts`,
  );
  if (repeated.length > 0) joinDuplicateKeys(document);
  try {
    return { value: document.toJS({ maxAliasCount: 10_000 }) as Json, notes: summarizeNotes(notes) };
  } catch (trouble) {
    throw new DocumentError(source, `cannot be parsed as JSON or YAML: ${(trouble as Error).message}`);
  }
}

/** A path that is described twice, for one method each, is meant to have both. */
function joinDuplicateKeys(document: Document): void {
  visit(document, {
    Map(_, map) {
      const firsts = new Map<string, Pair>();
      for (const pair of map.items) {
        const first = firsts.get(String(pair.key));
        if (!first) firsts.set(String(pair.key), pair);
        else if (isMap(first.value) && isMap(pair.value)) first.value.items.push(...pair.value.items);
        else first.value = pair.value;
      }
      map.items = [...firsts.values()];
    },
  });
}

function composeYaml(text: string, lineCounter: LineCounter, source: string) {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, merge: true });
  } catch (trouble) {
    throw new DocumentError(source, `cannot be parsed as JSON or YAML: ${(trouble as Error).message}`);
  }
}

function parseWithoutTabs(text: string, source: string, message: string): ParsedText {
  const spaced = text.replaceAll(/^[ \t]*\t[ \t]*/gm, (indent) => indent.replaceAll('\t', '  '));
  if (spaced === text) throw new DocumentError(source, `cannot be parsed as JSON or YAML: ${message}`);
  const { value, notes } = parseYaml(spaced, source);
  return { value, notes: [`${source}: tabs, which YAML forbids as indentation, are read as two spaces`, ...notes] };
}

const summarizeNotes = (notes: readonly string[]): string[] =>
  notes.length <= 6 ? [...notes] : [...notes.slice(0, 5), `and ${notes.length - 5} more like it`];

const maxNodes = 5_000_000;
const maxLevels = 400;

/** Aliases make a small text large, or endless; who walks over it later must be sure to arrive. */
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
  if (size === Number.POSITIVE_INFINITY) return `is nested deeper than ${maxLevels} levels, or holds itself`;
  return size > maxNodes ? `has more than ${maxNodes} parts once its aliases are followed` : undefined;
}
