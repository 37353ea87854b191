import { getAtPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import { parseText } from '../parse/parse-text.js';
import { createRepairNotes } from '../repair/repair-notes.js';
import { parseFragment } from '../repair/resolve-reference.js';
import { type ExternalFile, type FileSet, indexFile, removeFragment } from './external-files.js';
import { listReferences } from './reference-places.js';
import { writeBundle } from './write-bundle.js';

/** Reads the text at a URL. Throws an Error with the reason when it cannot. */
export type TextReader = (url: URL) => Promise<string>;

const bundleLimits = { files: 200, characters: 32_000_000 };

/** Returns the document with all targets of its `$ref`s included; unreadable targets stay unresolved, with a note, and are listed as omitted. */
export async function bundle(document: JsonObject, base: URL, read: TextReader) {
  if (isSelfContained(document)) return { document, notes: [], omitted: [] };
  const repairs = createRepairNotes();
  const library = await gatherFiles(document, base, read);
  return { document: writeBundle(library, repairs), notes: repairs.listNotes(), omitted: repairs.listOmitted() };
}

/** Whether all references of a document point into itself, as in most documents. */
function isSelfContained(document: JsonObject): boolean {
  const known = new Set<string>();
  return listReferences(document).every((ref) => {
    if (known.has(ref)) return true;
    known.add(ref);
    const pointer = parseFragment(ref);
    return pointer !== undefined && getAtPointer(document, pointer) !== undefined;
  });
}

async function gatherFiles(document: JsonObject, base: URL, read: TextReader): Promise<FileSet> {
  const root = indexFile(document, base);
  const files = new Map<string, ExternalFile>([[root.uri, root]]);
  const missing = new Map<string, string>();
  let characters = 0;
  for (const file of files.values()) {
    for (const url of listWantedFiles(file, files)) {
      if (files.has(url.href) || missing.has(url.href)) continue;
      const isTooMuch = files.size + missing.size > bundleLimits.files || characters > bundleLimits.characters;
      const got = isTooMuch ? 'the document refers to too many other documents' : await readExternalFile(url, read);
      if (typeof got === 'string') missing.set(url.href, got);
      else {
        characters += got.characters;
        files.set(url.href, indexFile(got.value, url));
      }
    }
  }
  return { root, files, missing };
}

/** A schema whose name is already known needs no file. */
function listWantedFiles(file: ExternalFile, files: ReadonlyMap<string, ExternalFile>): URL[] {
  const isAtHand = (url: URL) => [...files.values()].some(({ ids }) => ids.has(url.href));
  const urls = listReferences(file.value)
    .filter((ref) => !ref.startsWith('#') && URL.canParse(ref, file.uri))
    .map((ref) => removeFragment(new URL(ref, file.uri)));
  return [...new Map(urls.map((url) => [url.href, url])).values()].filter((url) => !isAtHand(url));
}

async function readExternalFile(url: URL, read: TextReader): Promise<{ value: Json; characters: number } | string> {
  try {
    const text = await read(url);
    const { value } = parseText(text, url.href);
    return isObject(value) || Array.isArray(value)
      ? { value, characters: text.length }
      : 'contains nothing to refer to';
  } catch (error) {
    return (error as Error).message.replace(`${url.href}: `, '');
  }
}
