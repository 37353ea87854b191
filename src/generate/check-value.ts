import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { buildPointer, type Json } from '../model/json.js';
import { createAjv } from './create-ajv.js';
import type { SchemaNode, SchemaSet } from './schema/keywords.js';

/** A violated constraint, and the pointer of the invalid member. */
export interface Breach {
  readonly pointer: string;
  readonly keyword: string;
}

/** Validates values against the schemas of one set. */
export interface SchemaChecker {
  accepts(node: SchemaNode, value: Json): boolean;
  /** Whether a value violates exactly this constraint, ignoring other branches of an enclosing union. */
  isOnlyBreach(node: SchemaNode, value: Json, breach: Breach): boolean;
}

/** Creates a validator for the schemas of `schemas`, and for schemas derived from them. */
export function createSchemaChecker(schemas: SchemaSet): SchemaChecker {
  const ajv = createAjv(schemas);
  const compiled = new Map<SchemaNode, ValidateFunction>();
  const validatorOf = (node: SchemaNode) => {
    const known = compiled.get(node);
    if (known) return known;
    const made = ajv.compile(node);
    compiled.set(node, made);
    return made;
  };
  return {
    accepts: (node, value) => validatorOf(node)(value),
    isOnlyBreach: (node, value, breach) => {
      const validate = validatorOf(node);
      return !validate(value) && isExplained(validate.errors ?? [], breach);
    },
  };
}

const compositionKeywords = new Set(['allOf', 'anyOf', 'oneOf', '$ref', 'if']);

function isExplained(errors: readonly ErrorObject[], { pointer, keyword }: Breach): boolean {
  const isIn = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`);
  const unions = errors.filter((error) => error.keyword === 'oneOf' || error.keyword === 'anyOf');
  const around = unions.map(({ instancePath }) => instancePath).filter((path) => isIn(pointer, path));
  const isMeant = (error: ErrorObject) => error.keyword === keyword && locateError(error) === pointer;
  const isAside = ({ instancePath }: ErrorObject) => around.some((path) => isIn(instancePath, path));
  const grounds = errors.filter((error) => !compositionKeywords.has(error.keyword));
  return grounds.filter(isMeant).length > 0 && grounds.every((error) => isMeant(error) || isAside(error));
}

/** Ajv reports a missing or additional member at its object; the pointer of the member is more precise. */
function locateError({ instancePath, keyword, params }: ErrorObject): string {
  const member = keyword === 'required' ? params.missingProperty : params.additionalProperty;
  return member === undefined ? instancePath : instancePath + buildPointer([member]);
}
