import { getMember, isObject, type Json, parsePointer } from '../../model/json.js';
import type { DeclaredBody, DeclaredResource } from '../../model/service/declared-resource.js';
import { getSchemaSource, type Operation, type Schema } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';

/** A write operation with the declared body, otherwise with the described one; undefined without both. */
export function buildWriteOperation(
  base: Operation | undefined,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: DeclaredBody | undefined,
): Operation | undefined {
  if (!body) return base;
  const known = base?.request;
  const schema = body.schema ?? (body.example === undefined ? known?.schema : (known?.schema ?? undefined));
  const example = body.example ?? known?.example;
  const request = {
    mediaType: body.mediaType ?? known?.mediaType ?? 'application/json',
    ...(schema === undefined ? {} : { schema: schema as Schema }),
    ...(example === undefined ? {} : { example }),
    ...(known?.examples && { examples: known.examples }),
    ...(base && body.schema === undefined && schema !== undefined ? { schemaFrom: getSchemaSource(base) } : {}),
  };
  const operation = base ?? { method, path, statuses: [], parameters: [] };
  const isEmpty = schema === undefined && example === undefined;
  return { ...operation, provenance: 'declared', ...(isEmpty ? {} : { request }) };
}

/** The body of a replacement: declared or described, otherwise that of a creation. */
export function buildReplaceBody({ replace }: DeclaredResource, { create, replace: known }: WriteOperations) {
  return replace && !known?.request ? { ...readCreateBody(create), ...replace } : replace || undefined;
}

/** The body of a patch: a declared field limits it to that member; without any, it is a part of a creation. */
export function buildPatchBody({ patch }: DeclaredResource, { create, patch: known }: WriteOperations) {
  if (!patch || patch.schema !== undefined) return patch || undefined;
  if (patch.field === undefined)
    return known?.request || patch.example !== undefined ? patch : { ...buildPartialBody(create), ...patch };
  const [name = ''] = parsePointer(patch.field);
  const schema = create?.request?.schema;
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const member = getMember(properties, name) ?? { type: 'string', minLength: 1, maxLength: 24 };
  return { ...patch, schema: { type: 'object', properties: { [name]: member }, minProperties: 1 } };
}

/** The write operations known so far. */
type WriteOperations = Pick<Collection, 'create' | 'replace' | 'patch'>;

const readCreateBody = (create: Operation | undefined): DeclaredBody => ({
  ...(create?.request?.schema === undefined ? {} : { schema: create.request.schema as Json }),
  ...(create?.request?.example === undefined ? {} : { example: create.request.example }),
});

function buildPartialBody(create: Operation | undefined): DeclaredBody {
  const { schema, ...example } = readCreateBody(create);
  if (!isObject(schema)) return example;
  const { required: _, ...partial } = schema;
  return { ...example, schema: partial };
}
