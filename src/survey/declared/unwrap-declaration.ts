import { getMember, isObject, type Json, omitUndefined } from '../../model/json.js';
import type { DeclaredBody, DeclaredResource } from '../../model/service/declared-resource.js';
import { createFact, type Operation, replaceFacts } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { listMembers } from '../../openapi/recognize/schema-shape.js';

/**
 * Removes the wrapper from the declared bodies and pointers, as it is removed from those of a document. A single object
 * member is a wrapper where the service shows what is inside it as members of the item itself.
 */
export function unwrapDeclaration(base: Collection, resource: DeclaredResource) {
  const { create, replace, patch } = resource;
  const name = create && base.envelope?.style !== 'json-api' ? findWrapper(create) : undefined;
  if (!create || name === undefined || !isShownInside(base, create, name)) return { base, resource };
  const inside = (pointer: string) => (pointer.startsWith(`/${name}/`) ? pointer.slice(name.length + 1) : pointer);
  const { overrides = {}, unique } = create;
  const bare: DeclaredResource = {
    ...resource,
    create: {
      ...create,
      ...unwrapBody(create, name),
      overrides: Object.fromEntries(Object.entries(overrides).map(([pointer, value]) => [inside(pointer), value])),
      ...(unique && { unique: unique.map(inside) }),
    },
    ...(replace && { replace: { ...replace, ...unwrapBody(replace, name) } }),
    ...(patch && {
      patch: {
        ...patch,
        ...unwrapBody(patch, name),
        ...(patch.field !== undefined && { field: inside(patch.field) }),
        ...(patch.invalid && { invalid: unwrapAll(patch.invalid, name) }),
      },
    }),
    ...(resource.marker && { marker: { field: inside(resource.marker.field) } }),
    ...(resource.semanticInvalid && { semanticInvalid: unwrapAll(resource.semanticInvalid, name) }),
    ...(resource.conflicts && { conflicts: unwrapAll(resource.conflicts, name) }),
  };
  const known = base.envelope?.style === 'member' ? base.envelope : undefined;
  const isBare = (body: DeclaredResource['replace'], operation: Operation | undefined) => {
    const own = { ...(known?.request === undefined ? operation?.request : {}), ...body };
    // Where nothing tells, an item is changed in the form in which it is shown: a wrapper that is not known may be ignored, with all in it.
    const isUnknown = body !== false && (own.schema ?? own.example) === undefined && known?.request !== name;
    return isUnknown || isPlain(own, name);
  };
  const plain = [
    ...(known?.plain ?? []).filter((method) => method !== create.method && method !== 'POST'),
    ...(isBare(replace, base.replace) ? ['PUT'] : []),
    ...(isBare(patch, base.patch) ? ['PATCH'] : []),
  ];
  const envelope = {
    ...omitUndefined({ response: known?.response, plain: plain.length > 0 ? [...new Set(plain)] : undefined }),
    style: 'member' as const,
    request: name,
  };
  const facts = replaceFacts(base.facts, [createFact('envelope', { ...envelope }, 'declared', resource.where)]);
  return { base: { ...base, envelope, facts }, resource: bare };
}

/** The only member of a body, if it is an object. */
function findWrapper({ schema, example }: DeclaredBody): string | undefined {
  const [[name, member] = [], another] = schema === undefined ? [] : [...listMembers(undefined, schema)];
  const [shown, second] = isObject(example) ? Object.keys(example) : [];
  const only = schema === undefined ? shown : name;
  if (only === undefined || another !== undefined || second !== undefined) return undefined;
  const isOpen = schema === undefined || listMembers(undefined, member?.schema as Json).size > 0;
  const isSame = example === undefined || (isObject(example) && isObject(getMember(example, only)));
  return isOpen && isSame ? only : undefined;
}

/** Whether items have most members inside the wrapper, but not the wrapper itself. */
function isShownInside({ item }: Collection, { schema, example }: DeclaredBody, name: string): boolean {
  const shown = listMembers(undefined, item as Json | undefined);
  if (shown.size === 0 || shown.has(name)) return false;
  const sent = isObject(example) ? getMember(example, name) : undefined;
  const inner =
    schema === undefined
      ? Object.keys(isObject(sent) ? sent : {})
      : [...listMembers(undefined, listMembers(undefined, schema).get(name)?.schema as Json).keys()];
  return inner.filter((one) => shown.has(one)).length * 2 > inner.length;
}

function unwrapBody({ schema, example }: DeclaredBody, name: string): DeclaredBody {
  const inner = schema === undefined ? undefined : (listMembers(undefined, schema).get(name)?.schema as Json);
  return {
    ...(inner !== undefined && { schema: inner }),
    ...(example !== undefined && { example: unwrapValue(example, name) }),
  };
}

/** Content without the wrapper stays as it is. */
function unwrapValue(value: Json, name: string): Json {
  const inner = isObject(value) && Object.keys(value).length === 1 ? getMember(value, name) : undefined;
  return isObject(inner) ? inner : value;
}

const unwrapAll = (values: readonly Json[], name: string): Json[] => values.map((one) => unwrapValue(one, name));

/** JSON Patch, and a body that is known without the wrapper. */
const isPlain = (body: DeclaredBody, name: string): boolean =>
  /json-patch/.test(body.mediaType ?? '') ||
  ((body.schema ?? body.example) !== undefined && findWrapper(body) !== name);
