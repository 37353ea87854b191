import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { mapMembers, type RepairContext } from './repair-context.js';

/** Normalizes a path to a template (RFC 6570) with a leading slash, without a query; undefined if unreadable. */
export function parseTemplate(key: string): string | undefined {
  const path = simplifyPlaceholders(key.replace(/^https?:\/\/[^/]*/i, ''));
  const [bare = '', query] = path.split(/[?#]/, 2);
  // A fixed query value distinguishes operations, which a path cannot express.
  if (query && path.includes('?') && query.split('&').some((pair) => /=[^{]/.test(pair))) return undefined;
  const rooted = bare.startsWith('/') ? bare : `/${bare}`;
  return rooted
    .split('/')
    .map((segment) => /^:(\w+)$/.exec(segment)?.[1] ?? /^<(?:\w+:)?(\w+)>$/.exec(segment)?.[1] ?? segment)
    .map((name, index) => (name === rooted.split('/')[index] ? name : `{${name}}`))
    .join('/');
}

/** `{id:[0-9]+}`, `{id*}`, `{+id}` and `{ id }` contain a parameter name and more; `{?limit}` is a query. */
const simplifyPlaceholders = (path: string): string =>
  path
    .replaceAll(/\{[?&][^{}]*\}/g, '')
    .replaceAll(/\{\s*[+#./;]?([\w.-]+)(?:\s*:(?:[^{}]|\{[^{}]*\})*|\s*\*|\s*\?)?\s*\}/g, '{$1}');

export const listPathParameters = (path: string): string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');

/** The path without its parameter names. */
export const normalizePathShape = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

/** Renames the path parameters of a path item as in another template. */
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

/** Gives an operation exactly the path parameters of its template. `shared` are those of the path item. */
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
    pen.note(
      'undeclared',
      item,
      `the parameter {${name}} of the path is not declared; any text is assumed to be valid`,
    );
  for (const node of own.filter(isStray)) noteUnknownParameter(followed(node), at.where, pen);
  if (missing.length === 0 && !own.some(isStray)) return operation;
  const added = missing.map((name): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return { ...operation, parameters: [...own.filter((node) => !isStray(node)), ...added] };
}

/** Notes that a path parameter does not occur in the path. */
export const noteUnknownParameter = ({ name }: JsonObject, where: string, pen: RepairContext): void =>
  pen.note('stray', where, `the path has no {${String(name)}}, and the parameter is left out`);
