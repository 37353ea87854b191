import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020, AnySchemaObject, ValidateFunction } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);
let ajv: Ajv2020 | undefined;

/** Compiles a schema that may refer to `profile` and its definitions. Ajv is loaded when the first is compiled. */
export function compileSchema(schema: AnySchemaObject): ValidateFunction {
  ajv ??= createAjv();
  return ajv.compile(schema);
}

function createAjv(): Ajv2020 {
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const schema = JSON.parse(readFileSync(new URL('../profile.schema.json', import.meta.url), 'utf8'));
  // The schemas are our own and correct, so Ajv does not validate them.
  const made = new Ajv({
    strict: false,
    allErrors: true,
    verbose: true,
    logger: false,
    validateSchema: false,
    ownProperties: true,
  });
  return made.addSchema({ ...schema, $id: 'profile' });
}
