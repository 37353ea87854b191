import { appendToPointer, isObject, type JsonObject } from '../../model/json.js';
import { sectionRepairs } from './repair-content.js';
import {
  mapMembers,
  noteOmission,
  type Repair,
  type RepairContext,
  repairAllEntries,
  repairAllMembers,
  repairMembers,
} from './repair-context.js';
import { checkSecurity, repairSecurity } from './repair-operation.js';
import { repairPathItem, repairPaths } from './repair-paths.js';

/** Repairs a whole document in the form of OpenAPI 3.1. */
export function repairDocument(root: JsonObject, pen: RepairContext): JsonObject {
  const document = repairMembers(root, '#', pen, {
    paths: repairPaths(root),
    components: repairComponents,
    security: repairSecurity,
    servers: repairAllEntries((node, where) =>
      isObject(node) && typeof node.url === 'string' ? node : noteOmission(node, where, pen),
    ),
  });
  checkSchemes(document, pen);
  return document;
}

const repairComponents: Repair = (node, where, pen) => {
  if (!isObject(node)) return noteOmission(node, where, pen);
  return repairMembers(node, where, pen, {
    ...sectionRepairs,
    pathItems: repairAllMembers(repairPathItem),
    securitySchemes: repairAllMembers((scheme, at) => (isObject(scheme) ? scheme : noteOmission(scheme, at, pen))),
  });
};

function checkSchemes(document: JsonObject, pen: RepairContext): void {
  const components = isObject(document.components) ? document.components : {};
  const schemes = isObject(components.securitySchemes) ? components.securitySchemes : {};
  checkSecurity(document.security, '#/security', schemes, pen);
  if (!isObject(document.paths)) return;
  mapMembers(document.paths, (item, path) => {
    if (!isObject(item)) return item;
    return mapMembers(item, (operation, method) => {
      if (isObject(operation))
        checkSecurity(operation.security, `${appendToPointer('#/paths', path)}/${method}/security`, schemes, pen);
      return operation;
    });
  });
}
