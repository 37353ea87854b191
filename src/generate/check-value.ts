import { createRequire } from 'node:module';
import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { buildPointer, type Json } from '../model/json.js';
import type { Schema } from '../model/service/operation.js';
import { compilePattern, type SchemaNode, type SchemaSet } from './schema/keywords.js';
import { projectSchema } from './schema/project-schema.js';

const require = createRequire(import.meta.url);

/** Loads Ajv, which takes a tenth of a second: as long as some responses. */
export const loadAjv = () => ({
  ...(require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')),
  formats: require('ajv-formats') as typeof import('ajv-formats'),
});

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
  code: {
    regExp: Object.assign((pattern: string) => compilePattern(pattern) ?? /(?:)/, { code: 'regexOf' }),
  },
} as const;

/** A violated constraint, and the pointer of the invalid member. */
export interface Breach {
  readonly pointer: string;
  readonly keyword: string;
}

/** Validates values against the schemas of one set, and schemas derived from them. Ajv is loaded when it is needed, or before. */
export class SchemaChecker {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<SchemaNode, ValidateFunction>();

  constructor(schemas: SchemaSet) {
    const { Ajv2020, formats } = loadAjv();
    this.#ajv = new Ajv2020(options);
    formats.default(this.#ajv);
    this.#ajv.addSchema({ $id: 'doc', $defs: schemas.defs });
  }

  accepts(node: SchemaNode, value: Json): boolean {
    return this.compile(node)(value);
  }

  /** Whether a value violates exactly this constraint, ignoring other branches of an enclosing union. */
  isOnlyBreach(node: SchemaNode, value: Json, breach: Breach): boolean {
    const validate = this.compile(node);
    return !validate(value) && isExplained(validate.errors ?? [], breach);
  }

  compile(node: SchemaNode): ValidateFunction {
    const made = this.#compiled.get(node) ?? this.#ajv.compile(node);
    this.#compiled.set(node, made);
    return made;
  }
}

const compositionKeywords = new Set(['allOf', 'anyOf', 'oneOf', '$ref', 'if']);

function isExplained(errors: readonly ErrorObject[], { pointer, keyword }: Breach): boolean {
  const isIn = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`);
  const unions = errors.filter((error) => error.keyword === 'oneOf' || error.keyword === 'anyOf');
  const around = unions.map(({ instancePath }) => instancePath).filter((path) => isIn(pointer, path));
  const isMeant = (error: ErrorObject) => error.keyword === keyword && locateError(error) === pointer;
  const isAside = ({ instancePath }: ErrorObject) => around.some((path) => isIn(instancePath, path));
  const grounds = errors.filter((error) => !compositionKeywords.has(error.keyword));
  return grounds.some(isMeant) && grounds.every((error) => isMeant(error) || isAside(error));
}

/** Ajv reports a missing or additional member at its object; the pointer of the member is more precise. */
function locateError({ instancePath, keyword, params }: ErrorObject): string {
  const member = keyword === 'required' ? params.missingProperty : params.additionalProperty;
  return member === undefined ? instancePath : instancePath + buildPointer([member]);
}

/** The latest validators by schema: compiling one takes a hundred times as long as a validation. */
const latest = new Map<Schema, { readonly root: Json; readonly validate: ValidateFunction }>();
const maxLatest = 8;

/** Compiles what a response body must satisfy. */
function compileResponse(schema: Schema, root: Json): ValidateFunction {
  const known = latest.get(schema);
  if (known?.root === root) return known.validate;
  const schemas = projectSchema({ root, schema, direction: 'response' });
  const validate = new SchemaChecker(schemas).compile(schemas.root);
  if (latest.size >= maxLatest) latest.clear();
  latest.set(schema, { root, validate });
  return validate;
}

/** Lists what a response body breaks in a schema whose `$ref`s point into `root`. Formats are not judged. */
export function findBreaches(schema: Schema, value: Json, root: Json = schema) {
  const validate = compileResponse(schema, root);
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'format')
    .map(({ instancePath, keyword, message = '' }) => ({ pointer: instancePath, keyword, message }));
}
