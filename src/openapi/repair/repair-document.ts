import { isObject, type JsonObject, pointerBelow } from '../../model/json.js';
import { sections } from './repair-content.js';
import { eachEntry, eachMember, leftOut, type Mend, mapped, mendMembers, type Pen } from './repair-context.js';
import { checkSecurity, mendSecurity } from './repair-operation.js';
import { mendPathItem, mendPaths } from './repair-paths.js';

/** A whole document in the form of OpenAPI 3.1, every part where it belongs. */
export function mendDocument(root: JsonObject, pen: Pen): JsonObject {
  const document = mendMembers(root, '#', pen, {
    paths: mendPaths(root),
    components: mendComponents,
    security: mendSecurity,
    servers: eachEntry((node, where) =>
      isObject(node) && typeof node.url === 'string' ? node : leftOut(node, where, pen),
    ),
  });
  checkSchemes(document, pen);
  return document;
}

const mendComponents: Mend = (node, where, pen) => {
  if (!isObject(node)) return leftOut(node, where, pen);
  return mendMembers(node, where, pen, {
    ...sections,
    pathItems: eachMember(mendPathItem),
    securitySchemes: eachMember((scheme, at) => (isObject(scheme) ? scheme : leftOut(scheme, at, pen))),
  });
};

function checkSchemes(document: JsonObject, pen: Pen): void {
  const components = isObject(document.components) ? document.components : {};
  const schemes = isObject(components.securitySchemes) ? components.securitySchemes : {};
  checkSecurity(document.security, '#/security', schemes, pen);
  if (!isObject(document.paths)) return;
  mapped(document.paths, (item, path) => {
    if (!isObject(item)) return item;
    return mapped(item, (operation, method) => {
      if (isObject(operation))
        checkSecurity(operation.security, `${pointerBelow('#/paths', path)}/${method}/security`, schemes, pen);
      return operation;
    });
  });
}
