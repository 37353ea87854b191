import { isObject, type Json } from '../model/json.js';
import type { SchemaSet } from './schema/keywords.js';

/** What was built for the schemas of a document, by the text of the schemas. */
const builtByDocument = new WeakMap<object, Map<string, unknown>>();

/**
 * Builds something for a set of schemas, once for all equal sets of one document: a service often has the same schema under
 * many names, and generators with their validators take a tenth of a megabyte. It lives as long as the document.
 */
export function shareEqual<T>(document: Json, book: SchemaSet, build: () => T): T {
  if (!isObject(document)) return build();
  const built = builtByDocument.get(document) ?? new Map<string, unknown>();
  builtByDocument.set(document, built);
  const key = JSON.stringify([book.root, book.defs, [...book.notes]]);
  if (!built.has(key)) built.set(key, build());
  return built.get(key) as T;
}
