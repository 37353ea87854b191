import { applyEdits } from './apply-edits.mjs';

/** Edits by the URL of the module that they change. */
let editsByUrl = {};

/** Takes the edits from the thread that registers these hooks (node:module, `initialize`). */
export function initialize(edits) {
  editsByUrl = edits;
}

/** Loads a module with its edits applied; the file stays as it is (node:module, `load`). */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  const edits = editsByUrl[url];
  if (edits === undefined) return loaded;
  return { ...loaded, source: applyEdits(new TextDecoder().decode(loaded.source), edits) };
}
