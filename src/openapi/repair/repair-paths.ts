import { appendToPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import { followReference } from '../recognize/schema-shape.js';
import {
  listPathParameters,
  normalizePathShape,
  noteUnknownParameter,
  parseTemplate,
  renamePathParameters,
  repairPathParameters,
} from './path-templates.js';
import { keepText } from './repair-content.js';
import { mapMembers, noteOmission, type Repair, type RepairContext, repairMembers } from './repair-context.js';
import { repairOperation, repairParameters } from './repair-operation.js';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Repairs the paths of a document, without duplicates. */
export const repairPaths =
  (root: JsonObject): Repair =>
  (node, where, pen) => {
    if (!isObject(node)) return noteOmission(node, where, pen) ?? {};
    const paths = new Map<string, JsonObject>();
    const shapes = new Map<string, string>();
    for (const [key, value] of Object.entries(node)) {
      const here = appendToPointer(where, key);
      const path = readPath(key, value, here, pen);
      if (path === undefined || !isObject(value)) continue;
      const first = shapes.get(normalizePathShape(path)) ?? path;
      shapes.set(normalizePathShape(path), first);
      const item = repairItemAtPath(root, { path, where: here }, value, pen);
      paths.set(
        first,
        mergePathItems(paths.get(first), path === first ? item : renamePathParameters(item, path, first), here, pen),
      );
    }
    return Object.fromEntries(paths);
  };

function readPath(key: string, value: Json, where: string, pen: RepairContext): string | undefined {
  if (key.startsWith('x-')) return undefined;
  if (!isObject(value)) return noteOmission(value, where, pen);
  const path = parseTemplate(key);
  if (path === undefined) pen.omit('query', where, 'an operation that is selected by the query string is left out');
  else if (path !== key) pen.note('path', where, `the path is read as ${path}`);
  return path;
}

export const repairPathItem: Repair = (node, where, pen) => {
  if (!isObject(node)) return noteOmission(node, where, pen);
  const item = lowercaseMethods(node, where, pen);
  for (const name of ['query', 'additionalOperations'] as const)
    if (item[name] !== undefined)
      pen.note(
        'method',
        where,
        `${name === 'query' ? 'QUERY' : Object.keys(isObject(item[name]) ? item[name] : {}).join(', ') || name} is not a supported method`,
      );
  return repairMembers(item, where, pen, {
    ...Object.fromEntries(methods.map((method) => [method, repairOperation(method)])),
    parameters: repairParameters,
    description: keepText,
    summary: keepText,
  });
};

function repairItemAtPath(
  root: JsonObject,
  at: Readonly<Record<'path' | 'where', string>>,
  value: JsonObject,
  pen: RepairContext,
): JsonObject {
  const { $ref, ...own } = value;
  const inPlace = typeof $ref === 'string' ? { ...followReference(root, { $ref }), ...own } : value;
  const item = repairPathItem(inPlace, at.where, pen) as JsonObject;
  const followed = (node: Json) => followReference(root, node);
  const wanted = listPathParameters(at.path);
  const isStray = (one: JsonObject) => one.in === 'path' && !wanted.includes(String(one.name));
  const all = Array.isArray(item.parameters) ? (item.parameters as readonly Json[]) : [];
  const shared = all.filter((one) => !isStray(followed(one)));
  for (const one of all.filter((node) => isStray(followed(node)))) noteUnknownParameter(followed(one), at.where, pen);
  const correct = shared.length === all.length ? item : { ...item, parameters: shared };
  return mapMembers(correct, (operation, method) =>
    methods.includes(method) && isObject(operation)
      ? repairPathParameters(
          operation,
          shared.map(followed),
          { path: at.path, where: appendToPointer(at.where, method) },
          pen,
          followed,
        )
      : operation,
  );
}

function lowercaseMethods(node: JsonObject, where: string, pen: RepairContext): JsonObject {
  const upper = Object.keys(node).filter((name) => name !== name.toLowerCase() && methods.includes(name.toLowerCase()));
  if (upper.length === 0) return node;
  pen.note('case', where, `${upper.join(', ')} is read in lower case`);
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [upper.includes(name) ? name.toLowerCase() : name, value]),
  );
}

/** Parameters of a path item are moved to its operations first, so that merging does not mix them. */
function mergePathItems(there: JsonObject | undefined, item: JsonObject, where: string, pen: RepairContext) {
  if (!there) return item;
  const twice = methods.filter((method) => there[method] !== undefined && item[method] !== undefined);
  const how =
    twice.length === 0
      ? ''
      : `; ${twice.map((method) => method.toUpperCase()).join(', ')} is described there, and left out here`;
  pen.note('twice', where, `the path is already described under another name${how}`);
  return { ...spreadSharedParameters(item), ...spreadSharedParameters(there) };
}

function spreadSharedParameters(item: JsonObject): JsonObject {
  const { parameters, ...rest } = item;
  if (!Array.isArray(parameters)) return item;
  return mapMembers(rest, (operation, method) =>
    methods.includes(method) && isObject(operation)
      ? {
          ...operation,
          parameters: [...parameters, ...(Array.isArray(operation.parameters) ? (operation.parameters as Json[]) : [])],
        }
      : operation,
  );
}
