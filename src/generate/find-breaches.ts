import type { Json } from '../model/json.js';
import type { Schema } from '../model/service/operation.js';
import { createAjv } from './create-ajv.js';
import { createWholePlace } from './invalid/schema-place.js';
import { projectSchema } from './schema/project-schema.js';

/** Lists what a response body breaks in a schema whose `$ref`s point into `root`. Formats are not judged. */
export function findBreaches(schema: Schema, value: Json, root: Json | undefined) {
  const schemas = projectSchema(
    { root: root ?? schema, schema, direction: 'response' },
    createWholePlace([], {}, undefined),
  );
  const validate = createAjv(schemas).compile(schemas.root);
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'format')
    .map(({ instancePath, keyword, message = '' }) => ({ pointer: instancePath, keyword, message }));
}
