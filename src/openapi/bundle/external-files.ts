import { appendToPointer, getAtPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import { parseFragment, resolveThroughReferences } from '../repair/resolve-reference.js';
import type { NodePlace } from './reference-places.js';

/** A file, and the named schemas in it. */
export interface ExternalFile {
  readonly uri: string;
  readonly value: Json;
  /** Pointers by absolute `$id`. */
  readonly ids: ReadonlyMap<string, string>;
  /** Pointers by `$anchor`. */
  readonly anchors: ReadonlyMap<string, string>;
}

/** All files that were read, and why others were not. */
export interface FileSet {
  readonly root: ExternalFile;
  readonly files: ReadonlyMap<string, ExternalFile>;
  readonly missing: ReadonlyMap<string, string>;
}

/** The target of a `$ref`. */
export interface ReferenceTarget {
  readonly file: ExternalFile;
  readonly pointer: string;
}

/** Indexes the named schemas of a file. */
export function indexFile(value: Json, base: URL): ExternalFile {
  const uri = removeFragment(base).href;
  const file = { uri, value, ids: new Map<string, string>(), anchors: new Map<string, string>() };
  const visit = (node: Json, pointer: string, around: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const here = isObject(node) ? registerNames(node, pointer, around, file) : around;
    for (const [name, child] of Object.entries(node)) visit(child, appendToPointer(pointer, name), here);
  };
  // Since OpenAPI 3.2 a document may have its own URL.
  const { $self } = isObject(value) ? value : {};
  if (typeof $self === 'string' && URL.canParse($self, uri)) file.ids.set(removeFragment(new URL($self, uri)).href, '');
  visit(value, '', uri);
  return file;
}

/** Registers the names of a schema. Returns the base URL for the schemas below it. */
function registerNames(
  node: JsonObject,
  pointer: string,
  around: string,
  { ids, anchors }: Readonly<Record<'ids' | 'anchors', Map<string, string>>>,
): string {
  for (const anchor of [node.$anchor, node.$dynamicAnchor])
    if (typeof anchor === 'string') anchors.set(anchor, pointer);
  if (typeof node.$id !== 'string' || !URL.canParse(node.$id, around)) return around;
  const id = new URL(node.$id, around);
  if (id.hash.length > 1) anchors.set(id.hash.slice(1), pointer);
  else ids.set(removeFragment(id).href, pointer);
  return removeFragment(id).href;
}

export function removeFragment(url: URL): URL {
  const bare = new URL(url);
  bare.hash = '';
  return bare;
}

/** Resolves a `$ref` in a file; a text says why it has no target. */
export function resolveInFiles(library: FileSet, file: ExternalFile, place: NodePlace, ref: string) {
  const [address = '', ...rest] = ref.split('#');
  const hash = `#${rest.join('#')}`;
  // A split-off part may use pointers into the whole document.
  if (address === '')
    return findInFile(file, hash, place.resource) ?? findInFile(library.root, hash, '') ?? 'the target does not exist';
  if (!URL.canParse(address, file.uri)) return 'is not a valid URL';
  const url = removeFragment(new URL(address, file.uri)).href;
  const named = findById(library, [url, ...listIdBasedUrls(file, place, address)]);
  if (named) return findInFile(named.file, hash, named.pointer, true) ?? 'the target does not exist';
  const other = library.files.get(url);
  if (!other) return library.missing.get(url) ?? 'was not read';
  return findInFile(other, hash, '') ?? 'the target does not exist';
}

function findById({ files }: FileSet, uris: readonly string[]): ReferenceTarget | undefined {
  for (const file of files.values()) {
    const pointer = uris.map((uri) => file.ids.get(uri)).find((found) => found !== undefined);
    if (pointer !== undefined) return { file, pointer };
  }
  return undefined;
}

/** Relative URLs in a schema with an `$id` are resolved against it. */
function listIdBasedUrls(file: ExternalFile, place: NodePlace, address: string): string[] {
  const own = [...file.ids].filter(([, pointer]) => pointer === place.resource).map(([uri]) => uri);
  return own.filter((uri) => URL.canParse(address, uri)).map((uri) => removeFragment(new URL(address, uri)).href);
}

function findInFile(file: ExternalFile, hash: string, resource: string, isResourceFirst = false) {
  const pointer = parseFragment(hash);
  if (pointer === undefined) {
    const anchored = file.anchors.get(hash.slice(1));
    return anchored === undefined ? undefined : { file, pointer: anchored };
  }
  const tries = isResourceFirst ? [resource + pointer, pointer] : [pointer, resource + pointer];
  for (const one of tries) {
    const found = getAtPointer(file.value, one) === undefined ? resolveThroughReferences(file.value, one) : one;
    if (found !== undefined) return { file, pointer: found };
  }
  return undefined;
}
