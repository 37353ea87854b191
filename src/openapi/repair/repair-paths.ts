import { isObject, type Json, type JsonObject, pointerBelow } from '../../model/json.js';
import { follow } from '../recognize/schema-shape.js';
import { namesIn, renamed, shapeOf, tellStray, templateOf, withPathParameters } from './path-templates.js';
import { asText } from './repair-content.js';
import { leftOut, type Mend, mapped, mendMembers, type Pen } from './repair-context.js';
import { mendOperation, mendParameters } from './repair-operation.js';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The paths of a document, each once, with its operations. */
export const mendPaths =
  (root: JsonObject): Mend =>
  (node, where, pen) => {
    if (!isObject(node)) return leftOut(node, where, pen) ?? {};
    const paths = new Map<string, JsonObject>();
    const shapes = new Map<string, string>();
    for (const [key, value] of Object.entries(node)) {
      const here = pointerBelow(where, key);
      const path = readPath(key, value, here, pen);
      if (path === undefined || !isObject(value)) continue;
      const first = shapes.get(shapeOf(path)) ?? path;
      shapes.set(shapeOf(path), first);
      const item = mendItem(root, { path, where: here }, value, pen);
      paths.set(first, merged(paths.get(first), path === first ? item : renamed(item, path, first), here, pen));
    }
    return Object.fromEntries(paths);
  };

function readPath(key: string, value: Json, where: string, pen: Pen): string | undefined {
  if (key.startsWith('x-')) return undefined;
  if (!isObject(value)) return leftOut(value, where, pen);
  const path = templateOf(key);
  if (path === undefined) pen.tell('query', where, 'an operation that is chosen by a query is left out');
  else if (path !== key) pen.tell('path', where, `the path is read as ${path}`);
  return path;
}

/** One path item, with what it refers to put in its place. */
export const mendPathItem: Mend = (node, where, pen) => {
  if (!isObject(node)) return leftOut(node, where, pen);
  const item = withLowerMethods(node, where, pen);
  for (const name of ['query', 'additionalOperations'] as const)
    if (item[name] !== undefined)
      pen.tell(
        'method',
        where,
        `${name === 'query' ? 'QUERY' : Object.keys(isObject(item[name]) ? item[name] : {}).join(', ') || name} is no method that is looked at`,
      );
  return mendMembers(item, where, pen, {
    ...Object.fromEntries(methods.map((method) => [method, mendOperation(method)])),
    parameters: mendParameters,
    description: asText,
    summary: asText,
  });
};

interface Place {
  readonly path: string;
  readonly where: string;
}

function mendItem(root: JsonObject, at: Place, value: JsonObject, pen: Pen): JsonObject {
  const { $ref, ...own } = value;
  const inPlace = typeof $ref === 'string' ? { ...follow(root, { $ref }), ...own } : value;
  const item = mendPathItem(inPlace, at.where, pen) as JsonObject;
  const followed = (node: Json) => follow(root, node);
  const wanted = namesIn(at.path);
  const isStray = (one: JsonObject) => one.in === 'path' && !wanted.includes(String(one.name));
  const all = Array.isArray(item.parameters) ? (item.parameters as readonly Json[]) : [];
  const shared = all.filter((one) => !isStray(followed(one)));
  for (const one of all.filter((node) => isStray(followed(node)))) tellStray(followed(one), at.where, pen);
  const sound = shared.length === all.length ? item : { ...item, parameters: shared };
  return mapped(sound, (operation, method) =>
    methods.includes(method) && isObject(operation)
      ? withPathParameters(
          operation,
          shared.map(followed),
          { path: at.path, where: pointerBelow(at.where, method) },
          pen,
          followed,
        )
      : operation,
  );
}

function withLowerMethods(node: JsonObject, where: string, pen: Pen): JsonObject {
  const upper = Object.keys(node).filter((name) => name !== name.toLowerCase() && methods.includes(name.toLowerCase()));
  if (upper.length === 0) return node;
  pen.tell('case', where, `${upper.join(', ')} is read in lower case`);
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [upper.includes(name) ? name.toLowerCase() : name, value]),
  );
}

/** Parameters that a path item shares are given to its operations first, so that none is given to the other's. */
function merged(there: JsonObject | undefined, item: JsonObject, where: string, pen: Pen): JsonObject {
  if (!there) return item;
  const twice = methods.filter((method) => there[method] !== undefined && item[method] !== undefined);
  const how =
    twice.length === 0
      ? ''
      : `; ${twice.map((method) => method.toUpperCase()).join(', ')} is described there, and left out here`;
  pen.tell('twice', where, `the path is described before under another name${how}`);
  return { ...spread(item), ...spread(there) };
}

function spread(item: JsonObject): JsonObject {
  const { parameters, ...rest } = item;
  if (!Array.isArray(parameters)) return item;
  return mapped(rest, (operation, method) =>
    methods.includes(method) && isObject(operation)
      ? {
          ...operation,
          parameters: [...parameters, ...(Array.isArray(operation.parameters) ? (operation.parameters as Json[]) : [])],
        }
      : operation,
  );
}
