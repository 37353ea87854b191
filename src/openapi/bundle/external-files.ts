import { at, isObject, type Json, type JsonObject, pointerBelow } from '../../model/json.js';
import { pointerIn, throughReferences } from '../repair/resolve-reference.js';
import type { Place } from './reference-places.js';

/** One file, and the schemas in it that have a name of their own. */
export interface File {
  readonly uri: string;
  readonly value: Json;
  /** Pointers by `$id`, made absolute. */
  readonly ids: ReadonlyMap<string, string>;
  /** Pointers by `$anchor`. */
  readonly anchors: ReadonlyMap<string, string>;
}

/** All files at hand, and why others are not. */
export interface Library {
  readonly root: File;
  readonly files: ReadonlyMap<string, File>;
  readonly missing: ReadonlyMap<string, string>;
}

/** Where a `$ref` leads. */
export interface Target {
  readonly file: File;
  readonly pointer: string;
}

/** A file with its named schemas found. */
export function fileOf(value: Json, base: URL): File {
  const uri = withoutFragment(base).href;
  const file = { uri, value, ids: new Map<string, string>(), anchors: new Map<string, string>() };
  const visit = (node: Json, pointer: string, around: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const here = isObject(node) ? register(node, pointer, around, file) : around;
    for (const [name, child] of Object.entries(node)) visit(child, pointerBelow(pointer, name), here);
  };
  // Since OpenAPI 3.2 a document may say where it stands.
  const { $self } = isObject(value) ? value : {};
  if (typeof $self === 'string' && URL.canParse($self, uri))
    file.ids.set(withoutFragment(new URL($self, uri)).href, '');
  visit(value, '', uri);
  return file;
}

interface Names {
  readonly ids: Map<string, string>;
  readonly anchors: Map<string, string>;
}

/** Notes the names of one schema; what addresses below it count from. */
function register(node: JsonObject, pointer: string, around: string, { ids, anchors }: Names): string {
  for (const anchor of [node.$anchor, node.$dynamicAnchor])
    if (typeof anchor === 'string') anchors.set(anchor, pointer);
  if (typeof node.$id !== 'string' || !URL.canParse(node.$id, around)) return around;
  const id = new URL(node.$id, around);
  if (id.hash.length > 1) anchors.set(id.hash.slice(1), pointer);
  else ids.set(withoutFragment(id).href, pointer);
  return withoutFragment(id).href;
}

/** The same URL without its fragment. */
export function withoutFragment(url: URL): URL {
  const bare = new URL(url);
  bare.hash = '';
  return bare;
}

/** Where a `$ref` that stands somewhere in a file leads; a text says why it leads nowhere. */
export function find(library: Library, file: File, place: Place, ref: string): Target | string {
  const [address = '', ...rest] = ref.split('#');
  const hash = `#${rest.join('#')}`;
  if (address === '') return inFile(file, hash, place.resource) ?? inWhole(library, hash) ?? 'nothing stands there';
  if (!URL.canParse(address, file.uri)) return 'is no address';
  const url = withoutFragment(new URL(address, file.uri)).href;
  const named = byId(library, [url, ...idBased(file, place, address)]);
  if (named) return inFile(named.file, hash, named.pointer, true) ?? 'nothing stands there';
  const other = library.files.get(url);
  if (!other) return library.missing.get(url) ?? 'was not looked for';
  return inFile(other, hash, '') ?? 'nothing stands there';
}

/** A part that was split off may still count from the whole. */
const inWhole = ({ root }: Library, hash: string): Target | undefined => inFile(root, hash, '');

function byId({ files }: Library, uris: readonly string[]): Target | undefined {
  for (const file of files.values()) {
    const pointer = uris.map((uri) => file.ids.get(uri)).find((found) => found !== undefined);
    if (pointer !== undefined) return { file, pointer };
  }
  return undefined;
}

/** Relative addresses in a schema with an `$id` count from there. */
function idBased(file: File, place: Place, address: string): string[] {
  const own = [...file.ids].filter(([, pointer]) => pointer === place.resource).map(([uri]) => uri);
  return own.filter((uri) => URL.canParse(address, uri)).map((uri) => withoutFragment(new URL(address, uri)).href);
}

function inFile(file: File, hash: string, resource: string, isResourceFirst = false): Target | undefined {
  const pointer = pointerIn(hash);
  if (pointer === undefined) {
    const anchored = file.anchors.get(hash.slice(1));
    return anchored === undefined ? undefined : { file, pointer: anchored };
  }
  const tries = isResourceFirst ? [resource + pointer, pointer] : [pointer, resource + pointer];
  for (const one of tries) {
    const found = at(file.value, one) === undefined ? throughReferences(file.value, one) : one;
    if (found !== undefined) return { file, pointer: found };
  }
  return undefined;
}
