import type { Json } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';
import { listMembers } from '../../../openapi/recognize/schema-shape.js';

/**
 * Whether patches have members that may refer to other items: a generated value of them is refused, and with it all other
 * members of the patch.
 */
export const mayPatchReferences = ({ patch }: Pick<Collection, 'patch'>, document: Json | undefined): boolean =>
  [...listMembers(document, patch?.request?.schema as Json | undefined).keys()].some((name) =>
    /[a-z](Ids?|_ids?|Refs?|_refs?|Uuid|_uuid)$/.test(name),
  );
