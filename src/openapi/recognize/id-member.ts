import { buildPointer, isObject, type Json, normalizeName, parsePointer } from '../../model/json.js';
import { isLinkStep, selfLinkSteps } from '../../model/service/item-id.js';
import type { Operation } from '../../model/service/operation.js';
import { listMembers, listTypes, mayHaveType } from './schema-shape.js';
import { singularize } from './words.js';

/** Names of members that identify an item of `noun`, most likely first. */
const listIdNames = (noun: string): string[] => {
  const one = normalizeName(singularize(noun));
  return ['id', 'uuid', 'guid', `${one}id`, `${one}uuid`, 'key', 'sid', 'gid', `${one}number`, `${one}code`];
};

/** Names of members that identify an item where nothing better does. */
const weakIdNames = ['name', 'slug', 'code', 'number'];

/** Words at the end of a parameter name, as in `issue_number`, that items may have alone. */
const idEndingPattern = /(iid|uuid|guid|gid|number|code|name|slug|key|sid)$/;

/** Names of a path parameter in an item: as in the path, without its noun, or the first of `idOrKey`. */
function listParameterNames(noun: string, parameter: string | undefined): string[] {
  if (parameter === undefined) return [];
  const [word = ''] = normalizeName(parameter).split(
    /(?<=id|key|name|slug|number|code)or(?=id|key|name|slug|number|code)/,
  );
  const one = normalizeName(singularize(noun));
  const rest = word.startsWith(one) ? word.slice(one.length) : idEndingPattern.exec(word)?.[1];
  return rest === undefined || rest === '' ? [word] : [word, rest];
}

/** The name in the description of a path parameter: `The slug of the workshop`. */
const listDescribedNames = (description: string): string[] =>
  /\b(id|identifier)\b/i.test(description)
    ? []
    : (/\b(uuid|guid|number|code|slug|sid)\b/i.exec(description)?.slice(1, 2) ?? []).map(normalizeName);

interface PathParameter {
  readonly name: string;
  readonly description: string;
}

/** The path parameter with the id of an item, as the operations on items describe it. */
export function findIdParameter(itemPath: string | undefined, operations: readonly (Operation | undefined)[]) {
  const all = operations.flatMap((one) => one?.parameters.filter(({ in: place }) => place === 'path') ?? []);
  // In the path, it is called `{id}`; a parent has its own name.
  const found =
    all.find(({ name }) => itemPath?.includes(`{${name}}`) === false) ?? all.find(({ name }) => name === 'id');
  const description = isObject(found?.schema) ? String(found.schema.description ?? '') : '';
  return found && { name: found.name, description };
}

/**
 * JSON Pointer to the id of an item: by the name of the path parameter, then by common names. An item with its URL and without such a
 * member is identified by the URL. Items of an object by their ids (`isKeyed`) need not show them, so only a telling name counts.
 */
export function findIdPointer(
  document: Json | undefined,
  item: Json | undefined,
  noun: string,
  hole?: PathParameter,
  isKeyed = false,
) {
  const wanted = [
    ...listDescribedNames(hole?.description ?? ''),
    ...listParameterNames(noun, hole?.name),
    ...listIdNames(noun),
  ];
  const direct = findIdMember(document, item, wanted);
  if (direct !== undefined) return `/${direct}`;
  if (isKeyed) return undefined;
  const links = selfLinkSteps.flatMap((steps) => findTextMember(document, item, steps) ?? []);
  const weak = findIdMember(document, item, weakIdNames);
  // A bare `url` may be that of a web page.
  const link = links.find((pointer) => !/^\/ur[li]$/i.test(pointer)) ?? (weak === undefined ? links[0] : undefined);
  if (link ?? weak) return link ?? `/${weak}`;
  for (const envelope of ['data', 'result', 'item', 'metadata', singularize(noun)]) {
    const inner = listMembers(document, item).get(envelope);
    const nested = inner && findIdMember(document, inner.schema, [...wanted, ...weakIdNames]);
    if (nested !== undefined) return `/${envelope}/${nested}`;
  }
  return undefined;
}

/** Whether a pointer is that of an address. */
export const isLinkPointer = (pointer: string): boolean => {
  const tokens = parsePointer(pointer);
  return selfLinkSteps.some(
    (steps) => steps.length === tokens.length && steps.every((step, index) => isLinkStep(tokens[index] ?? '', step)),
  );
};

/** The formats of JSON Schema and OpenAPI whose texts are no addresses. */
const otherFormatPattern =
  /^(date|date-time|time|duration|(idn-)?(email|hostname)|ipv[46]|regex|binary|byte|password)$/;

/** Pointer to the text that a schema has at these steps. */
function findTextMember(document: Json | undefined, schema: Json | undefined, steps: readonly string[]) {
  const tokens: string[] = [];
  let here = schema;
  for (const step of steps) {
    const found = [...listMembers(document, here)].find(([name]) => isLinkStep(name, step));
    if (found === undefined) return undefined;
    tokens.push(found[0]);
    here = found[1].schema;
  }
  // A date under such a name is no address; a format that no standard names says nothing.
  const isOther = isObject(here) && otherFormatPattern.test(String(here.format));
  return listTypes(document, here).includes('string') && !isOther ? buildPointer(tokens) : undefined;
}

export const hasMemberAt = (document: Json | undefined, schema: Json | undefined, pointer: string): boolean =>
  parsePointer(pointer).reduce<Json | undefined>(
    (here, name) => listMembers(document, here).get(name)?.schema,
    schema,
  ) !== undefined;

/** Pointer to the only member whose name ends like that of an id. */
export function findOnlyId(document: Json | undefined, schema: Json | undefined): string | undefined {
  const found = [...listMembers(document, schema).keys()].filter((name) => /(^i|[a-z]I|[_-]i)d$/i.test(name));
  return found[0] !== undefined && found.length === 1 ? buildPointer([found[0]]) : undefined;
}

function findIdMember(document: Json | undefined, item: Json | undefined, wanted: readonly string[]) {
  const members = [...listMembers(document, item)].filter(([, { schema }]) =>
    mayHaveType(document, schema, 'string', 'integer', 'number'),
  );
  for (const word of wanted) {
    const found = members.find(([name]) => normalizeName(name) === word);
    if (found) return found[0];
  }
  return undefined;
}
