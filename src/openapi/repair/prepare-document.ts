import { appendToPointer, getAtPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import { convertSwagger, locateInSwagger } from './convert-swagger.js';
import { dataKeys, namedKeys } from './named-keys.js';
import { sectionRepairs } from './repair-content.js';
import {
  keepObject,
  mapEntries,
  mapMembers,
  noteOmission,
  type Repair,
  type RepairContext,
  repairAllEntries,
  repairAllMembers,
  repairMembers,
} from './repair-context.js';
import { createRepairNotes, type RepairNotes } from './repair-notes.js';
import { checkSecurity, repairSecurity } from './repair-operation.js';
import { repairPathItem, repairPaths } from './repair-paths.js';
import { correctReference, isCircular } from './resolve-reference.js';
import { createPatternCheck } from './schema/detect-backtracking.js';

/** Maximum number of schemas that apply to one value, after resolving every `$ref`. */
const maxSchemas = 5_000;

/** Maximum depth of schemas that apply to the same value. */
const maxDepth = 200;

/** Converts a document to OpenAPI 3.1 and repairs its defects or removes the parts, each with a note. */
export function prepareDocument(document: JsonObject) {
  const isSwagger = document.openapi === undefined && document.swagger !== undefined;
  const repairs = createRepairNotes(isSwagger ? locateInSwagger : undefined);
  const newer = limitPaths(isSwagger ? convertSwagger(document) : document, repairs);
  // YAML reads `openapi: 3.0` as the number 3.
  const isOld = /^3(\.0|$)/.test(String(newer.openapi).replace(/^v/, ''));
  const context: RepairContext = { note: repairs.note, omit: repairs.omit, isOld, checkPattern: createPatternCheck() };
  const repaired = limitSchemaSize(repairReferences(repairDocument(newer, context), context), context);
  const whole = context.isOld ? { ...repaired, openapi: '3.1.1' } : repaired;
  return { document: whole, notes: repairs.listNotes(), omitted: repairs.listOmitted() };
}

/** Maximum number of paths, because each is compared with the others. */
const maxPaths = 4_000;

function limitPaths(document: JsonObject, repairs: RepairNotes): JsonObject {
  const paths = isObject(document.paths) ? Object.entries(document.paths) : [];
  if (paths.length <= maxPaths) return document;
  repairs.omit(
    'paths',
    '#/paths',
    `the document describes ${paths.length} paths, and only the first ${maxPaths} are read`,
  );
  return { ...document, paths: Object.fromEntries(paths.slice(0, maxPaths)) };
}

/** Removes references to missing targets and references that only refer to themselves. */
function repairReferences(document: JsonObject, context: RepairContext): JsonObject {
  const known = new Map<string, string | undefined>();
  const repair = (node: JsonObject): JsonObject => {
    const { $ref, ...rest } = node;
    const ref = String($ref);
    if (!known.has(ref)) known.set(ref, repairReference(document, ref, context));
    const place = known.get(ref);
    if (place === ref) return node;
    return place === undefined ? rest : { ...rest, $ref: place };
  };
  return visitReferences(document, false, repair) as JsonObject;
}

function repairReference(document: JsonObject, ref: string, context: RepairContext): string | undefined {
  const where = `$ref to ${ref}`;
  const place = correctReference(document, ref);
  if (place === undefined) {
    context.omit('dangling', where, ref.startsWith('#') ? 'the target does not exist' : 'not followed');
    return undefined;
  }
  if (isCircular(document, { $ref: place })) {
    context.omit('circle', where, 'refers only to itself');
    return undefined;
  }
  if (place !== ref && !/^#\/.*\//.test(ref)) context.note('meant', where, `is read as ${place}`);
  return place;
}

/** Visits all references, innermost first. */
function visitReferences(node: Json, isNamed: boolean, visit: (node: JsonObject) => JsonObject): Json {
  if (Array.isArray(node)) return mapEntries(node, (entry) => visitReferences(entry, false, visit));
  if (!isObject(node)) return node;
  const whole = mapMembers(node, (value, name) =>
    !isNamed && dataKeys.has(name) ? value : visitReferences(value, !isNamed && namedKeys.has(name), visit),
  );
  return typeof whole.$ref === 'string' ? visit(whole) : whole;
}

/** Removes schemas whose size grows exponentially, because they could not be processed. */
function limitSchemaSize(document: JsonObject, context: RepairContext): JsonObject {
  const heavy = createSizeCheck(document);
  const repair = (node: Json, where: string): Json => {
    if (Array.isArray(node)) return mapEntries(node, (entry, index) => repair(entry, `${where}/${index}`));
    if (!isObject(node)) return node;
    if (heavy(node)) {
      context.omit(
        'weight',
        where,
        `consists of more than ${maxSchemas} schemas, or of ${maxDepth} nested ones, and is left out`,
      );
      return {};
    }
    return mapMembers(node, (value, name) => repair(value, appendToPointer(where, name)));
  };
  return repair(document, '#') as JsonObject;
}

/** Finds the schemas that are too large; schemas that contain them are not, once these are removed. */
function createSizeCheck(document: JsonObject): (node: JsonObject) => boolean {
  const weights = new Map<Json, number>();
  const heavy = new Set<Json>();
  const weigh = (node: Json, depth: number): number => {
    const known = weights.get(node);
    if (known !== undefined || !isObject(node)) return known ?? 1;
    // A cycle adds nothing.
    weights.set(node, 1);
    const parts = listApplyingSchemas(document, node);
    const whole =
      depth > maxDepth ? maxSchemas + 1 : parts.reduce((sum: number, part) => sum + weigh(part, depth + 1), 1);
    if (whole > maxSchemas) heavy.add(node);
    weights.set(node, whole > maxSchemas ? 1 : whole);
    return weights.get(node) ?? 1;
  };
  return (node) => {
    if (listApplyingSchemas(document, node).length > 0) weigh(node, 0);
    return heavy.has(node);
  };
}

/** The schemas that apply to the same value. */
function listApplyingSchemas(document: JsonObject, node: JsonObject): Json[] {
  const { $ref, not, if: condition, then, else: otherwise } = node;
  const lists = [node.allOf, node.anyOf, node.oneOf].flatMap((list) => (Array.isArray(list) ? (list as Json[]) : []));
  const target = typeof $ref === 'string' && $ref.startsWith('#/') ? getAtPointer(document, $ref.slice(1)) : undefined;
  return [target, not, condition, then, otherwise, ...lists].filter((part) => isObject(part)) as Json[];
}

function repairDocument(root: JsonObject, context: RepairContext): JsonObject {
  const document = repairMembers(root, '#', context, {
    paths: repairPaths(root),
    components: repairComponents,
    security: repairSecurity,
    servers: repairAllEntries((node, where) =>
      isObject(node) && typeof node.url === 'string' ? node : noteOmission(node, where, context),
    ),
  });
  checkSchemes(document, context);
  return document;
}

const repairComponents: Repair = (node, where, context) => {
  if (!isObject(node)) return noteOmission(node, where, context);
  return repairMembers(node, where, context, {
    ...sectionRepairs,
    pathItems: repairAllMembers(repairPathItem),
    securitySchemes: repairAllMembers(keepObject),
  });
};

function checkSchemes(document: JsonObject, context: RepairContext): void {
  const components = isObject(document.components) ? document.components : {};
  const schemes = isObject(components.securitySchemes) ? components.securitySchemes : {};
  checkSecurity(document.security, '#/security', schemes, context);
  for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {}))
    for (const [method, operation] of Object.entries(isObject(item) ? item : {}))
      if (isObject(operation))
        checkSecurity(operation.security, `${appendToPointer('#/paths', path)}/${method}/security`, schemes, context);
}
