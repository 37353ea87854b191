import { getAtPointer, isObject, type Json, type JsonObject, parsePointer } from '../../model/json.js';
import { mapEntries, mapMembers } from '../repair/repair-context.js';
import type { RepairNotes } from '../repair/repair-notes.js';
import { buildFragment } from '../repair/resolve-reference.js';
import { type ExternalFile, type FileSet, type ReferenceTarget, resolveInFiles } from './external-files.js';
import { createChildPlace, isData, isFileReference, type NodePlace, rootPlace } from './reference-places.js';

/** Merges all files into one document: schemas become schemas of the document, other targets are inlined. */
export function writeBundle(library: FileSet, repairs: RepairNotes): JsonObject {
  const addedSchemas = createAddedSchemas(library);
  const work: BundleWork = { library, repairs, addedSchemas };
  const document = writeNode(work, library.root.value, library.root, rootPlace, []) as JsonObject;
  for (const { name, target } of addedSchemas.waiting) {
    const place = { isNamed: false, isSchema: true, pointer: target.pointer, resource: target.pointer };
    const schema = getAtPointer(target.file.value, target.pointer) ?? {};
    addedSchemas.added.set(name, writeNode(work, schema, target.file, place, []));
  }
  return addedSchemas.added.size === 0 ? document : addSchemas(document, Object.fromEntries(addedSchemas.added));
}

interface BundleWork {
  readonly library: FileSet;
  readonly repairs: RepairNotes;
  readonly addedSchemas: AddedSchemas;
}

/** Schemas added from other files, under unused names. */
interface AddedSchemas {
  readonly added: Map<string, Json>;
  /** Grows while it is processed. */
  readonly waiting: { readonly name: string; readonly target: ReferenceTarget }[];
  nameOf(target: ReferenceTarget): string;
}

function writeNode(work: BundleWork, node: Json, file: ExternalFile, place: NodePlace, chain: readonly string[]): Json {
  if (Array.isArray(node))
    return mapEntries(node, (entry, index) =>
      writeNode(work, entry, file, createChildPlace(place, node, String(index)), chain),
    );
  if (!isObject(node)) return node;
  const members = mapMembers(node, (value, name) => {
    if (isData(place, name)) return value;
    if (name === 'discriminator' && !place.isNamed) return rewriteMapping(work, value, file, place);
    return writeNode(work, value, file, createChildPlace(place, node, name), chain);
  });
  return typeof members.$ref === 'string' ? writeReference(work, members, file, place, chain) : members;
}

function writeReference(
  work: BundleWork,
  node: JsonObject,
  file: ExternalFile,
  place: NodePlace,
  chain: readonly string[],
): Json {
  const { $ref, ...beside } = node;
  const ref = String($ref);
  const target = resolveInFiles(work.library, file, place, ref);
  if (typeof target === 'string') {
    // A missing target in the document itself is reported by the repair.
    if (file === work.library.root && ref.startsWith('#')) return node;
    work.repairs.omit(target, `${formatFileLabel(work.library, file)}#${place.pointer}`, `$ref to ${ref}: ${target}`);
    return beside;
  }
  // Readers of the document do not resolve named schemas of another file, so their targets are copied.
  if (target.file === work.library.root && (!place.isNamed || file === target.file))
    return { ...beside, $ref: buildFragment(target.pointer) };
  if (place.isSchema && !place.isNamed) return { ...beside, $ref: work.addedSchemas.nameOf(target) };
  const key = buildTargetKey(target);
  if (chain.includes(key)) {
    work.repairs.omit(
      'circle',
      `${formatFileLabel(work.library, file)}#${place.pointer}`,
      `$ref to ${ref}: refers back to itself`,
    );
    return beside;
  }
  const found = getAtPointer(target.file.value, target.pointer) ?? {};
  const there = { ...place, pointer: target.pointer, resource: target.pointer };
  const copy = writeNode(work, found, target.file, there, [...chain, key]);
  return isObject(copy) ? { ...copy, ...beside } : copy;
}

function rewriteMapping(work: BundleWork, discriminator: Json, file: ExternalFile, place: NodePlace): Json {
  if (!isObject(discriminator) || !isObject(discriminator.mapping)) return discriminator;
  const isForeign = file !== work.library.root;
  const mapping = mapMembers(discriminator.mapping, (to) => {
    if (typeof to !== 'string' || !(isFileReference(to) || (isForeign && to.startsWith('#')))) return to;
    const target = resolveInFiles(work.library, file, place, to);
    if (typeof target === 'string') return to;
    return target.file === work.library.root ? buildFragment(target.pointer) : work.addedSchemas.nameOf(target);
  });
  return mapping === discriminator.mapping ? discriminator : { ...discriminator, mapping };
}

const buildTargetKey = ({ file, pointer }: ReferenceTarget): string => `${file.uri}#${pointer}`;

function formatFileLabel({ root }: FileSet, file: ExternalFile): string {
  if (file === root) return '';
  const folder = root.uri.slice(0, root.uri.lastIndexOf('/') + 1);
  return file.uri.startsWith(folder) ? file.uri.slice(folder.length) : file.uri;
}

const getSchemasPath = (root: Json): readonly [string, string?] =>
  isObject(root) && root.swagger !== undefined ? ['definitions'] : ['components', 'schemas'];

function createAddedSchemas({ root }: FileSet): AddedSchemas {
  const home = getSchemasPath(root.value);
  const own = getAtPointer(root.value, `/${home.join('/')}`);
  const taken = new Set(isObject(own) ? Object.keys(own) : []);
  const names = new Map<string, string>();
  const addedSchemas: AddedSchemas = {
    added: new Map(),
    waiting: [],
    nameOf(target) {
      const key = buildTargetKey(target);
      const name = names.get(key) ?? chooseFreeName(target, taken);
      if (!names.has(key)) {
        names.set(key, name);
        taken.add(name);
        addedSchemas.waiting.push({ name, target });
      }
      return `#/${home.join('/')}/${name}`;
    },
  };
  return addedSchemas;
}

function chooseFreeName({ file, pointer }: ReferenceTarget, taken: ReadonlySet<string>): string {
  const last = parsePointer(pointer).at(-1) ?? (file.uri.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  const base = last.replaceAll(/[^\w.-]+/g, '_') || 'schema';
  let name = base;
  for (let n = 2; taken.has(name); n += 1) name = `${base}_${n}`;
  return name;
}

function addSchemas(document: JsonObject, added: JsonObject): JsonObject {
  const [room, last] = getSchemasPath(document);
  const there = isObject(document[room]) ? document[room] : {};
  if (last === undefined) return { ...document, [room]: { ...there, ...added } };
  const own = isObject(there[last]) ? there[last] : {};
  return { ...document, [room]: { ...there, [last]: { ...own, ...added } } };
}
