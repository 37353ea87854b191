import { compare, type Exchange, http, type Json } from '#rule';

export interface ErrorShape {
  readonly kind: 'object' | 'fields' | 'list' | 'JSON' | 'text' | 'page';
  readonly names: readonly string[];
}

/** The shape of an error; undefined without content. `fields` are members of requests, by which it may be a map. */
export function readShape({ answer }: Pick<Exchange, 'answer'>, fields: readonly string[]): ErrorShape | undefined {
  const text = answer?.text.trim() ?? '';
  if (answer === undefined || text === '') return undefined;
  if (answer.json !== undefined) return readJsonShape(answer.json, fields);
  const isPage = http.parseMediaType(http.getHeader(answer, 'content-type')).isHtml || text.startsWith('<');
  return { kind: isPage ? 'page' : 'text', names: [] };
}

function readJsonShape(json: Json, fields: readonly string[]): ErrorShape {
  if (Array.isArray(json)) return { kind: 'list', names: [] };
  if (!compare.isObject(json)) return { kind: 'JSON', names: [] };
  const names = Object.keys(json);
  const isMap = names.length > 0 && names.every((name) => fields.includes(name));
  return { kind: isMap ? 'fields' : 'object', names };
}

/** Whether two shapes have nothing in common. Details that only some errors have, such as a list of fields, are no difference. */
export function haveNothingInCommon(a: ErrorShape, b: ErrorShape): boolean {
  if (a.kind !== b.kind) return true;
  if (a.kind !== 'object' || a.names.length === 0 || b.names.length === 0) return false;
  return !a.names.some((name) => b.names.includes(name));
}

export const describeShape = ({ kind, names }: ErrorShape): string =>
  kind === 'object'
    ? `an object ${names.length > 0 ? `with ${names.join(', ')}` : 'without members'}`
    : { ...spoken }[kind];

const spoken = {
  fields: 'an object with a member for each field',
  list: 'a list',
  JSON: 'a bare JSON value',
  text: 'plain text',
  page: 'an HTML page',
};
