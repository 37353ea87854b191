import { at, isObject, type Json, type JsonObject, tokensOf } from '../../model/json.js';
import { mapped } from '../repair/repair-context.js';
import type { Notebook } from '../repair/repair-notes.js';
import { fragment } from '../repair/resolve-reference.js';
import { type File, find, type Library, type Target } from './external-files.js';
import { below, isData, isFile, type Place, top } from './reference-places.js';

/**
 * One document out of all files. Schemas of other files are put among the schemas of the document, so that circles stay
 * circles; everything else is put where it is referred to.
 */
export function write(library: Library, book: Notebook): JsonObject {
  const shelf = shelfOf(library);
  const work: Work = { library, book, shelf };
  const document = written(work, library.root.value, library.root, top, []) as JsonObject;
  for (const { target, put } of shelf.waiting)
    put(written(work, at(target.file.value, target.pointer) ?? {}, target.file, schemaAt(target), []));
  return shelf.added.size === 0 ? document : withSchemas(document, Object.fromEntries(shelf.added));
}

interface Work {
  readonly library: Library;
  readonly book: Notebook;
  readonly shelf: Shelf;
}

/** Schemas that were taken from other files, under names that were free. */
interface Shelf {
  readonly added: Map<string, Json>;
  /** Grows while it is worked off. */
  readonly waiting: { readonly target: Target; put(schema: Json): void }[];
  nameOf(target: Target): string;
}

const schemaAt = ({ pointer }: Target): Place => ({ isNamed: false, isSchema: true, pointer, resource: pointer });

function written(work: Work, node: Json, file: File, place: Place, chain: readonly string[]): Json {
  if (Array.isArray(node)) {
    const entries = node.map((entry: Json, index) =>
      written(work, entry, file, below(place, node, String(index)), chain),
    );
    return entries.some((entry, index) => entry !== node[index]) ? entries : node;
  }
  if (!isObject(node)) return node;
  const members = mapped(node, (value, name) => {
    if (isData(place, name)) return value;
    if (name === 'discriminator' && !place.isNamed) return remapped(work, value, file, place);
    return written(work, value, file, below(place, node, name), chain);
  });
  return typeof members.$ref === 'string' ? referred(work, members, file, place, chain) : members;
}

function referred(work: Work, node: JsonObject, file: File, place: Place, chain: readonly string[]): Json {
  const { $ref, ...beside } = node;
  const ref = String($ref);
  const target = find(work.library, file, place, ref);
  if (typeof target === 'string') {
    // What is missing in the document itself is told where defects are mended.
    if (file === work.library.root && ref.startsWith('#')) return node;
    work.book.tell(target, `${labelOf(work.library, file)}#${place.pointer}`, `$ref to ${ref}: ${target}`);
    return beside;
  }
  if (target.file === work.library.root && !isCopied(place, file, target))
    return { ...beside, $ref: fragment(target.pointer) };
  if (place.isSchema && !place.isNamed) return { ...beside, $ref: work.shelf.nameOf(target) };
  const key = keyOf(target);
  if (chain.includes(key)) {
    work.book.tell('circle', `${labelOf(work.library, file)}#${place.pointer}`, `$ref to ${ref}: leads back to itself`);
    return beside;
  }
  const found = at(target.file.value, target.pointer) ?? {};
  const there = { ...place, pointer: target.pointer, resource: target.pointer };
  const copy = written(work, found, target.file, there, [...chain, key]);
  return isObject(copy) ? { ...copy, ...beside } : copy;
}

/** Whether names are referred to, which no reader of the document would follow. */
const isCopied = (place: Place, file: File, target: Target): boolean => place.isNamed && file !== target.file;

function remapped(work: Work, discriminator: Json, file: File, place: Place): Json {
  if (!isObject(discriminator) || !isObject(discriminator.mapping)) return discriminator;
  const isForeign = file !== work.library.root;
  const mapping = mapped(discriminator.mapping, (to) => {
    if (typeof to !== 'string' || !(isFile(to) || (isForeign && to.startsWith('#')))) return to;
    const target = find(work.library, file, place, to);
    if (typeof target === 'string') return to;
    return target.file === work.library.root ? fragment(target.pointer) : work.shelf.nameOf(target);
  });
  return mapping === discriminator.mapping ? discriminator : { ...discriminator, mapping };
}

const keyOf = ({ file, pointer }: Target): string => `${file.uri}#${pointer}`;

function labelOf({ root }: Library, file: File): string {
  if (file === root) return '';
  const folder = root.uri.slice(0, root.uri.lastIndexOf('/') + 1);
  return file.uri.startsWith(folder) ? file.uri.slice(folder.length) : file.uri;
}

const homeOf = (root: Json): readonly [string, string?] =>
  isObject(root) && root.swagger !== undefined ? ['definitions'] : ['components', 'schemas'];

function shelfOf({ root }: Library): Shelf {
  const home = homeOf(root.value);
  const own = at(root.value, `/${home.join('/')}`);
  const taken = new Set(isObject(own) ? Object.keys(own) : []);
  const names = new Map<string, string>();
  const shelf: Shelf = {
    added: new Map(),
    waiting: [],
    nameOf(target) {
      const key = keyOf(target);
      const name = names.get(key) ?? freeName(target, taken);
      if (!names.has(key)) {
        names.set(key, name);
        taken.add(name);
        shelf.waiting.push({ target, put: (schema) => void shelf.added.set(name, schema) });
      }
      return `#/${home.join('/')}/${name}`;
    },
  };
  return shelf;
}

function freeName({ file, pointer }: Target, taken: ReadonlySet<string>): string {
  const last = tokensOf(pointer).at(-1) ?? (file.uri.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  const base = last.replaceAll(/[^\w.-]+/g, '_') || 'schema';
  let name = base;
  for (let n = 2; taken.has(name); n += 1) name = `${base}_${n}`;
  return name;
}

function withSchemas(document: JsonObject, added: JsonObject): JsonObject {
  const [room, shelf] = homeOf(document);
  const there = isObject(document[room]) ? document[room] : {};
  if (shelf === undefined) return { ...document, [room]: { ...there, ...added } };
  const own = isObject(there[shelf]) ? there[shelf] : {};
  return { ...document, [room]: { ...there, [shelf]: { ...own, ...added } } };
}
