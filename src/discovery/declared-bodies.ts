import { isObject, type Json, type Operation, type Schema, tokensOf } from '../rule/index.js';
import type { KnownBody, KnownResource } from './known.js';

/** A writing operation with the declared body over the described one; absent when neither names it. */
export function writing(
  base: Operation | undefined,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body: KnownBody | undefined,
): Operation | undefined {
  if (!body) return base;
  const known = base?.request;
  const schema = body.schema ?? (body.example === undefined ? known?.schema : (known?.schema ?? undefined));
  const example = body.example ?? known?.example;
  const request = {
    mediaType: body.mediaType ?? known?.mediaType ?? 'application/json',
    ...(schema === undefined ? {} : { schema: schema as Schema }),
    ...(example === undefined ? {} : { example }),
  };
  const operation = base ?? { method, path, statuses: [], parameters: [] };
  const isEmpty = schema === undefined && example === undefined;
  return { ...operation, provenance: 'declared', ...(isEmpty ? {} : { request }) };
}

/** The body of a creation, to fall back on. */
export const bodyOf = (create: Operation | undefined): KnownBody => ({
  ...(create?.request?.schema === undefined ? {} : { schema: create.request.schema as Json }),
  ...(create?.request?.example === undefined ? {} : { example: create.request.example }),
});

/** A declared field narrows the patch to that member, with the schema that creation gives it. */
export function patchBody({ patch }: KnownResource, create: Operation | undefined): KnownBody | undefined {
  if (!patch || patch.field === undefined || patch.schema !== undefined) return patch || undefined;
  const [name = ''] = tokensOf(patch.field);
  const schema = create?.request?.schema;
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const member = properties[name] ?? { type: 'string', minLength: 1, maxLength: 24 };
  return { ...patch, schema: { type: 'object', properties: { [name]: member }, minProperties: 1 } };
}
