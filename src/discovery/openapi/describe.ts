import type { Client } from '../../http/exchange.js';
import { at, type Collection, isObject, type Json, type JsonObject } from '../../rule/index.js';
import type { Known } from '../known.js';
import { isTemplated, nounOf, trimmed } from '../words.js';
import { describeCollection } from './collections.js';
import type { Found } from './find.js';
import { type Described, operationsOf } from './operations.js';
import { rolesIn } from './roles.js';
import { placementOf } from './servers.js';
import { upgraded } from './upgrade.js';

/** What a document says. */
export interface Description {
  readonly document: JsonObject;
  /** Collections that can be asked as they are. */
  readonly collections: readonly Collection[];
  /** Collections below a parent item, which must be made first. */
  readonly nested: readonly Collection[];
  readonly notes: readonly string[];
}

/** Reads collections, items and actions out of a document. */
export async function describe(found: Found, known: Known, client: Client): Promise<Description> {
  const document = await upgraded(found.document);
  const operations = operationsOf(document);
  const { place, note } = await placementOf(document, operations, known.baseUrl, client);
  const placed = operations.map((described) => placedAt(described, place(described.path)));
  const { branches, others } = rolesIn(document, placed);
  const names = distinctNames(branches.map(({ path }) => path));
  const all = branches.map((branch, index) => describeCollection(document, branch, names[index] ?? branch.path, known));
  const unused = placed
    .filter(({ unusable }) => unusable)
    .map((described) => `${titleOf(described)}: not looked at: ${described.unusable}`);
  const loose = others
    .filter(({ unusable }) => !unusable)
    .map((described) => `${titleOf(described)}: not looked at: no part of a collection`);
  return {
    document,
    collections: all.filter(({ path }) => !isTemplated(path)),
    nested: all.filter(({ path }) => isTemplated(path)),
    notes: [...(note === undefined ? [] : [note]), ...unused, ...loose, ...brokenRefs(document)],
  };
}

const placedAt = (described: Described, path: string): Described =>
  path === described.path ? described : { ...described, path, operation: { ...described.operation, path } };

const titleOf = ({ operation, path }: Described): string => `${operation.method} ${path}`;

/** Last segments where they are enough to tell collections apart, whole paths where they are not. */
export function distinctNames(paths: readonly string[]): string[] {
  const nouns = paths.map(nounOf);
  return paths.map((path, index) => {
    const noun = nouns[index] ?? path;
    return nouns.indexOf(noun) === nouns.lastIndexOf(noun) ? noun : trimmed(path).slice(1);
  });
}

function brokenRefs(document: JsonObject): string[] {
  const refs = [...new Set(refsIn(document))];
  const files = [...new Set(refs.filter((ref) => !ref.startsWith('#')).map((ref) => ref.split('#')[0] ?? ref))];
  const dead = refs.filter((ref) => ref.startsWith('#/') && at(document, decoded(ref.slice(1))) === undefined);
  return [
    ...files.map((file) => `$ref to ${file}: not followed; bundle the document into one file to have it read`),
    ...dead.map((ref) => `$ref to ${ref}: nothing stands there`),
  ];
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

function refsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];
  const own = typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}
