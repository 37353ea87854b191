import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { listBodyMembers } from '../../openapi/recognize/body-members.js';
import { listTypes } from '../../openapi/recognize/schema-shape.js';
import { isReference } from './detect-references.js';

/**
 * The members of the creation body that name other items, by their names or because a parent fills them. A member with listed
 * values, with the id of the item itself or with its idempotency key is left out.
 */
export function findReferences(collection: Collection, document: Json | undefined): Pick<Collection, 'references'> {
  const { create, parents, id, idempotency } = collection;
  const described = listBodyMembers(document, create?.request?.schema as Json | undefined)
    .filter(({ name, schema }) => isReference(name) && schema.enum === undefined && schema.const === undefined)
    .filter(({ schema }) => schema.readOnly !== true && isScalar(listTypes(document, schema)))
    .map(({ pointer }) => pointer);
  const filled = parents.map(({ place }) => place).filter((place) => place.startsWith('/'));
  const key = idempotency?.in === 'body' ? `/${idempotency.name}` : undefined;
  const references = [...new Set([...filled, ...described])].filter(
    (pointer) => pointer !== id.pointer && pointer !== key,
  );
  return references.length > 0 ? { references } : {};
}

const isScalar = (types: readonly string[]): boolean =>
  types.some((type) => type === 'string' || type === 'integer') &&
  types.every((type) => /^(string|integer|null)$/.test(type));
