import { isObject, type Json } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';
import { flattenSchema } from './flatten-schema.js';

/**
 * Whether patches have members that may refer to other items: a generated value of them is refused, and with it all other
 * members of the patch.
 */
export function mayPatchReferences({ patch }: Pick<Collection, 'patch'>, document: Json | undefined): boolean {
  const open = flattenSchema(patch?.request?.schema as Json | undefined, document);
  const names = Object.keys(isObject(open?.properties) ? open.properties : {});
  return names.some((name) => /[a-z](Ids?|_ids?|Refs?|_refs?|Uuid|_uuid)$/.test(name));
}
