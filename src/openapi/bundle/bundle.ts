import { at, isObject, type Json, type JsonObject } from '../../model/json.js';
import { parseText } from '../parse/parse-text.js';
import { notebook } from '../repair/repair-notes.js';
import { pointerIn } from '../repair/resolve-reference.js';
import { type File, fileOf, type Library, withoutFragment } from './external-files.js';
import { referencesIn } from './reference-places.js';
import { write } from './write-bundle.js';

/** A document in which every `$ref` leads into the document itself. */
export interface Bundled {
  readonly document: JsonObject;
  readonly notes: readonly string[];
}

/** Reads the text at a URL. Throws an Error that says why it cannot. */
export type Read = (url: URL) => Promise<string>;

/** How much one document may pull in. */
const most = { files: 200, characters: 32_000_000 };

/** The document with everything in it that its `$ref`s lead to; what cannot be had is left open, with a note. */
export async function bundle(document: JsonObject, base: URL, read: Read): Promise<Bundled> {
  if (isWhole(document)) return { document, notes: [] };
  const book = notebook();
  const library = await gather(document, base, read);
  return { document: write(library, book), notes: [...book.summed()] };
}

/** Whether a document leads nowhere but into itself by pointers, as most do. */
function isWhole(document: JsonObject): boolean {
  const known = new Set<string>();
  return referencesIn(document).every((ref) => {
    if (known.has(ref)) return true;
    known.add(ref);
    const pointer = pointerIn(ref);
    return pointer !== undefined && at(document, pointer) !== undefined;
  });
}

async function gather(document: JsonObject, base: URL, read: Read): Promise<Library> {
  const root = fileOf(document, base);
  const files = new Map<string, File>([[root.uri, root]]);
  const missing = new Map<string, string>();
  let characters = 0;
  for (const file of files.values()) {
    for (const url of wantedBy(file, files)) {
      if (files.has(url.href) || missing.has(url.href)) continue;
      const isTooMuch = files.size + missing.size > most.files || characters > most.characters;
      const got = isTooMuch ? 'the document leads to too many others' : await taken(url, read);
      if (typeof got === 'string') missing.set(url.href, got);
      else {
        characters += got.characters;
        files.set(url.href, fileOf(got.value, url));
      }
    }
  }
  return { root, files, missing };
}

/** A schema that has its name among those at hand needs no file. */
function wantedBy(file: File, files: ReadonlyMap<string, File>): URL[] {
  const isAtHand = (url: URL) => [...files.values()].some(({ ids }) => ids.has(url.href));
  const urls = referencesIn(file.value)
    .filter((ref) => !ref.startsWith('#') && URL.canParse(ref, file.uri))
    .map((ref) => withoutFragment(new URL(ref, file.uri)));
  return [...new Map(urls.map((url) => [url.href, url])).values()].filter((url) => !isAtHand(url));
}

async function taken(url: URL, read: Read): Promise<{ value: Json; characters: number } | string> {
  try {
    const text = await read(url);
    const { value } = parseText(text, url.href);
    return isObject(value) || Array.isArray(value) ? { value, characters: text.length } : 'holds nothing to refer to';
  } catch (error) {
    return (error as Error).message.replace(`${url.href}: `, '');
  }
}
