import { isObject, type Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import type { BodyMember } from '../../openapi/recognize/body-members.js';
import { listTypes } from '../../openapi/recognize/schema-shape.js';
import type { CollectionEntries } from './collection-index.js';
import { isReference } from './detect-references.js';
import type { ForeignKey } from './foreign-keys.js';

/** A member with the name of a reference, such as `leadId`, whose described example is the id of an item that a list shows. */
export function detectKeyByExample(
  document: Json | undefined,
  { name, pointer, schema }: BodyMember,
  all: readonly CollectionEntries[],
): ForeignKey | undefined {
  if (!isReference(name) || schema.readOnly === true) return undefined;
  const examples = [schema.example, ...(Array.isArray(schema.examples) ? schema.examples : [])];
  for (const value of examples.filter((one) => one !== undefined && one !== null && !isObject(one))) {
    const found = all.find(({ collection, entries }) =>
      entries.some((entry) => readItemId(entry, collection) === value),
    );
    if (found)
      return {
        ...{ pointer, isList: false, isLink: false, types: listTypes(document, schema), value: value as Json },
        ...{ targets: [found.collection], sign: 'its example' },
      };
  }
  return undefined;
}
