import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { mapMembers, type RepairContext } from './repair-context.js';

/** A path as a template (RFC 6570) that begins with a slash and ends before a query; undefined where nothing can be read. */
export function parseTemplate(key: string): string | undefined {
  const path = simplifyPlaceholders(key.replace(/^https?:\/\/[^/]*/i, ''));
  const [bare = '', query] = path.split(/[?#]/, 2);
  // A query with a value of its own makes another operation of it, which cannot be told in a path.
  if (query && path.includes('?') && query.split('&').some((pair) => /=[^{]/.test(pair))) return undefined;
  const rooted = bare.startsWith('/') ? bare : `/${bare}`;
  return rooted
    .split('/')
    .map((segment) => /^:(\w+)$/.exec(segment)?.[1] ?? /^<(?:\w+:)?(\w+)>$/.exec(segment)?.[1] ?? segment)
    .map((name, index) => (name === rooted.split('/')[index] ? name : `{${name}}`))
    .join('/');
}

/** `{id:[0-9]+}`, `{id*}`, `{+id}` and `{ id }` name a parameter and more; `{?limit}` is a query. */
const simplifyPlaceholders = (path: string): string =>
  path
    .replaceAll(/\{[?&][^{}]*\}/g, '')
    .replaceAll(/\{\s*[+#./;]?([\w.-]+)(?:\s*:(?:[^{}]|\{[^{}]*\})*|\s*\*|\s*\?)?\s*\}/g, '{$1}');

/** The names in braces of a path. */
export const listPathParameters = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');

/** The same path whatever its parameters are called. */
export const normalizePathShape = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

/** A path item whose parameters are called as another template calls them. */
export function renamePathParameters(item: JsonObject, from: string, to: string): JsonObject {
  const names = new Map(listPathParameters(from).map((name, index) => [name, listPathParameters(to)[index] ?? name]));
  const rename = (list: Json | undefined) =>
    Array.isArray(list)
      ? list.map((one: Json) =>
          isObject(one) && one.in === 'path'
            ? { ...one, name: names.get(String(one.name)) ?? (one.name as Json) }
            : one,
        )
      : list;
  const inside = (node: JsonObject): JsonObject =>
    mapMembers(node, (value, name) => (name === 'parameters' ? rename(value) : value));
  return mapMembers(inside(item), (value, name) => (name !== 'parameters' && isObject(value) ? inside(value) : value));
}

/** An operation with exactly the path parameters that its template has. `shared` are those of the path item. */
export function repairPathParameters(
  operation: JsonObject,
  shared: readonly JsonObject[],
  at: { readonly path: string; readonly where: string },
  pen: RepairContext,
  followed: (node: Json) => JsonObject,
): JsonObject {
  const wanted = listPathParameters(at.path);
  const own = Array.isArray(operation.parameters) ? (operation.parameters as readonly Json[]) : [];
  const declared = [...shared, ...own]
    .map(followed)
    .filter((one) => one.in === 'path')
    .map((one) => String(one.name));
  const missing = wanted.filter((name) => !declared.includes(name));
  const isStray = (node: Json) => followed(node).in === 'path' && !wanted.includes(String(followed(node).name));
  const item = at.where.slice(0, at.where.lastIndexOf('/'));
  for (const name of missing)
    pen.note('undeclared', item, `the parameter {${name}} of the path is not declared; any text is taken for possible`);
  for (const node of own.filter(isStray)) noteUnknownParameter(followed(node), at.where, pen);
  if (missing.length === 0 && !own.some(isStray)) return operation;
  const added = missing.map((name): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return { ...operation, parameters: [...own.filter((node) => !isStray(node)), ...added] };
}

/** Writes down that a path parameter has no place in the path. */
export const noteUnknownParameter = ({ name }: JsonObject, where: string, pen: RepairContext): void =>
  pen.note('stray', where, `the path has no {${String(name)}}, and the parameter is left out`);
