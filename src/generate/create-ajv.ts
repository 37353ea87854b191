import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { SchemaSet } from './schema/keywords.js';
import { compilePattern } from './schema/regexes.js';

const require = createRequire(import.meta.url);

/** Loads Ajv, which takes a tenth of a second: as long as some responses. */
export const loadAjv = () => ({
  ...(require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')),
  formats: require('ajv-formats') as typeof import('ajv-formats'),
});

/** Creates a validator for the schemas of `schemas`. Ajv is loaded when it is needed, or before. */
export function createAjv(schemas: SchemaSet): Ajv2020 {
  const { Ajv2020, formats } = loadAjv();
  const ajv = new Ajv2020({ ...options, code: { regExp } });
  formats.default(ajv);
  return ajv.addSchema({ $id: 'doc', $defs: schemas.defs });
}

/**
 * Without `meta: false`, each validator has half a megabyte of schemas that describe schemas, and none of them is used. Without
 * `ownProperties`, an object seems to have a member `constructor`, because it inherits one.
 */
const options = {
  ownProperties: true,
  strict: false,
  allErrors: true,
  logger: false,
  validateSchema: false,
  meta: false,
} as const;

const regExp = Object.assign((pattern: string) => compilePattern(pattern) ?? /(?:)/, { code: 'regexOf' });
