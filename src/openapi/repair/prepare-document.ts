import { isObject, type JsonObject } from '../../model/json.js';
import { convertSwagger, locateInSwagger } from './convert-swagger.js';
import type { RepairContext } from './repair-context.js';
import { repairDocument } from './repair-document.js';
import { createRepairNotes, type RepairNotes } from './repair-notes.js';
import { repairReferences } from './repair-references.js';
import { createPatternCheck } from './schema/detect-backtracking.js';
import { limitSchemaSize } from './schema/limit-schema-size.js';

/** A repaired document, and notes about the repairs. */
export interface PreparedDocument {
  readonly document: JsonObject;
  readonly notes: readonly string[];
  /** The parts that are not used. */
  readonly omitted: readonly string[];
}

/** Converts a document to OpenAPI 3.1 and repairs its defects or removes the parts, each with a note. */
export function prepareDocument(document: JsonObject): PreparedDocument {
  const isSwagger = document.openapi === undefined && document.swagger !== undefined;
  const book = createRepairNotes(isSwagger ? locateInSwagger : undefined);
  const newer = limitPaths(isSwagger ? convertSwagger(document) : document, book);
  // YAML reads `openapi: 3.0` as the number 3.
  const isOld = /^3(\.0|$)/.test(String(newer.openapi).replace(/^v/, ''));
  const pen: RepairContext = { note: book.note, omit: book.omit, isOld, checkPattern: createPatternCheck() };
  const repaired = limitSchemaSize(repairReferences(repairDocument(newer, pen), pen), pen);
  const whole = pen.isOld ? { ...repaired, openapi: '3.1.1' } : repaired;
  return { document: whole, notes: book.listNotes(), omitted: book.listOmitted() };
}

/** Maximum number of paths, because each is compared with the others. */
const maxPaths = 4_000;

function limitPaths(document: JsonObject, book: RepairNotes): JsonObject {
  const paths = isObject(document.paths) ? Object.entries(document.paths) : [];
  if (paths.length <= maxPaths) return document;
  book.omit(
    'paths',
    '#/paths',
    `the document describes ${paths.length} paths, and only the first ${maxPaths} are read`,
  );
  return { ...document, paths: Object.fromEntries(paths.slice(0, maxPaths)) };
}
