import { isObject, type JsonObject } from '../../model/json.js';
import { fromSwagger, placeInSwagger } from './convert-swagger.js';
import type { Pen } from './repair-context.js';
import { mendDocument } from './repair-document.js';
import { type Notebook, notebook } from './repair-notes.js';
import { mendReferences } from './repair-references.js';
import { waryReader } from './schema/detect-backtracking.js';
import { mendWeights } from './schema/limit-schema-size.js';

/** A document that nothing stumbles over, and what was done to it. */
export interface Settled {
  readonly document: JsonObject;
  readonly notes: readonly string[];
}

/** The document as OpenAPI 3.1, with its defects mended or left out, each with a note. */
export function settle(document: JsonObject): Settled {
  const isSwagger = document.openapi === undefined && document.swagger !== undefined;
  const book = notebook(isSwagger ? placeInSwagger : undefined);
  const newer = withinReason(isSwagger ? fromSwagger(document) : document, book);
  // YAML reads `openapi: 3.0` as the number 3.
  const isOld = /^3(\.0|$)/.test(String(newer.openapi).replace(/^v/, ''));
  const pen: Pen = { tell: book.tell, isOld, wary: waryReader() };
  const mended = mendWeights(mendReferences(mendDocument(newer, pen), pen), pen);
  return { document: pen.isOld ? { ...mended, openapi: '3.1.1' } : mended, notes: book.summed() };
}

/** Most paths that are read: each is compared with the others. */
const mostPaths = 4_000;

function withinReason(document: JsonObject, book: Notebook): JsonObject {
  const paths = isObject(document.paths) ? Object.entries(document.paths) : [];
  if (paths.length <= mostPaths) return document;
  book.tell('paths', '#/paths', `${paths.length} paths are described, and the first ${mostPaths} of them are read`);
  return { ...document, paths: Object.fromEntries(paths.slice(0, mostPaths)) };
}
