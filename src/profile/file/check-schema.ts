import type { AnySchemaObject, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { buildPointer, getAtPointer, isObject, type Json, parsePointer, setAtPointer } from '../../model/json.js';
import { findNearestWord } from '../../model/nearest-word.js';
import type { Problem } from '../../model/profile/profile-error.js';
import { wfcAuthSchema } from '../auth/wfc-schema.js';
import { isCredentialName, shortenName } from '../flags/header-line.js';
import { compileSchema } from './compile-schema.js';
import { getProfileValidator } from './profile-validator.js';
import type { Source } from './source.js';

export type FileKind = 'profile' | 'waivers' | 'survey' | 'wfc';

/** Checks `value` against the schema of its kind; returns the problems with their locations in `source`. */
export const checkSchema = (kind: FileKind, value: Json, source: Source): Problem[] =>
  listProblems(getValidator(kind), value, source);

/** Checks `value` with the validator of its schema, as `checkSchema` does. */
export function listProblems(validate: ValidateFunction, value: Json, source: Source): Problem[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => createProblem(error, source));
}

/** Converts texts from variables to numbers and booleans where the schema expects no text. */
export function convertScalars(value: Json, taken: ReadonlyMap<string, unknown>): Json {
  const validate = getValidator('profile');
  if (validate(value)) return value;
  const pending = (validate.errors ?? []).filter(
    ({ keyword, instancePath }) => keyword === 'type' && taken.has(instancePath),
  );
  return pending.reduce<Json>(
    (settled, { instancePath }) =>
      setAtPointer(settled, instancePath, parseScalar(getAtPointer(settled, instancePath))),
    value,
  );
}

const parseScalar = (text: Json | undefined): Json | undefined =>
  typeof text === 'string' && /^(-?\d+(\.\d+)?|true|false)$/.test(text) ? JSON.parse(text) : text;

const validators = new Map<FileKind, ValidateFunction>();

function getValidator(kind: FileKind): ValidateFunction {
  const known = validators.get(kind);
  if (known) return known;
  const made = kind === 'profile' ? getProfileValidator() : compileSchema(schemas[kind]);
  validators.set(kind, made);
  return made;
}

const schemas: Readonly<Record<Exclude<FileKind, 'profile'>, AnySchemaObject>> = {
  waivers: {
    type: 'object',
    additionalProperties: false,
    required: ['waivers'],
    properties: { $schema: {}, waivers: { $ref: 'profile#/$defs/waivers' } },
  },
  wfc: wfcAuthSchema,
  survey: {
    type: 'object',
    additionalProperties: false,
    required: ['collections'],
    properties: {
      $schema: {},
      schema: { enum: ['assay-survey/1'] },
      waivers: { $ref: 'profile#/$defs/waivers' },
      collections: { type: 'array', items: { $ref: '#/$defs/collection' } },
    },
    $defs: {
      collection: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'path', 'operations', 'members', 'required'],
        properties: {
          name: { $ref: 'profile#/$defs/text' },
          path: { $ref: 'profile#/$defs/path' },
          operations: { $ref: 'profile#/$defs/texts' },
          members: { type: 'object', additionalProperties: { $ref: 'profile#/$defs/texts' } },
          required: { $ref: 'profile#/$defs/texts' },
        },
      },
    },
  },
};

function createProblem(error: ErrorObject, source: Source): Problem {
  const tokens = parsePointer(error.instancePath);
  const { additionalProperty } = error.params;
  if (error.keyword !== 'additionalProperties')
    return source.problem(tokens, describeError(error, findRawValue(source, tokens)));
  return source.problem(
    [...tokens, additionalProperty],
    describeUnknownKey(additionalProperty, Object.keys(error.parentSchema?.properties ?? {}), findReplacedKey(error)),
    'key',
  );
}

/** Returns the one required key that is missing where one key is unknown: the unknown one stands for it. */
function findReplacedKey({ parentSchema, data }: ErrorObject): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const required: readonly string[] = parentSchema?.required ?? [];
  const missing = required.filter((key) => !Object.hasOwn(data, key));
  const unknown = Object.keys(data).filter((key) => !Object.hasOwn(parentSchema?.properties ?? {}, key));
  return missing.length === 1 && unknown.length === 1 ? missing[0] : undefined;
}

function describeUnknownKey(key: string, known: readonly string[], replaced: string | undefined): string {
  const meant = replaced ?? findNearestWord(key, known);
  return `unknown key ${shortenName(key)}; ${meant ? `did you mean "${meant}"?` : `known keys here: ${known.join(', ')}`}`;
}

type ErrorDescription = (error: ErrorObject, raw: Json | undefined) => string;

const errorDescriptions: Readonly<Record<string, ErrorDescription>> = {
  type: ({ params }, raw) =>
    `expected ${joinTypes(params.type)}, found ${describeKind(raw)}${describeQuoting(params.type, raw)}`,
  enum: ({ params }, raw) =>
    `expected one of ${params.allowedValues.join(', ')}; found ${quoteValue(raw)}${suggestValue(params.allowedValues, raw)}`,
  required: ({ params }) => `the key "${params.missingProperty}" is missing`,
  minLength: () => 'must not be empty',
  minItems: () => 'must not be an empty list',
  not: () => 'expected false or a mapping, found true',
  pattern: ({ parentSchema }, raw) => `expected ${parentSchema?.$comment}, found ${quoteValue(raw)}`,
  minimum: ({ params }, raw) => `must be ${params.limit} or more, found ${quoteValue(raw)}`,
  maximum: ({ params }, raw) => `must be ${params.limit} or less, found ${quoteValue(raw)}`,
  exclusiveMinimum: ({ params }, raw) => `must be more than ${params.limit}, found ${quoteValue(raw)}`,
};

/** The value that was found, unless no message may contain it. */
const quoteValue = (raw: Json | undefined): string => (raw === concealedValue ? 'something else' : JSON.stringify(raw));

const describeError: ErrorDescription = (error, raw) =>
  errorDescriptions[error.keyword]?.(error, raw) ?? String(error.message);

/** The text as in the file, so that a message never contains the value of a variable; credentials are never shown. */
function findRawValue(source: Source, tokens: readonly string[]): Json | undefined {
  const [first, second] = tokens;
  const isSecret = /^(headers|authTemplate|proxy|tls|redact)$/.test(first ?? '') || tokens.some(isSecretKey);
  if (isSecret || (first === 'auth' && second !== 'scheme')) return concealedValue;
  return getAtPointer(source.value, buildPointer(tokens));
}

/** A key of a body can be that of a password. */
const isSecretKey = (key: string): boolean => isCredentialName(key) || /pass|pwd|credential|^variables$/i.test(key);

/** Represents a value that no message may contain. */
const concealedValue = '\u0000';

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'a mapping',
  array: 'a list',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

function joinTypes(types: string | readonly string[]): string {
  return [types]
    .flat()
    .map((type) => typeNames[type] ?? type)
    .join(' or ');
}

function describeKind(value: Json | undefined): string {
  if (value === null || value === undefined) return 'nothing';
  if (value === concealedValue) return 'something else';
  if (Array.isArray(value)) return 'a list';
  return isObject(value)
    ? 'a mapping'
    : typeof value === 'string'
      ? `the text ${JSON.stringify(value)}`
      : String(value);
}

const describeQuoting = (types: string | readonly string[], raw: Json | undefined): string =>
  [types].flat().includes('string') && ['number', 'boolean'].includes(typeof raw) ? ' (put it in quotes)' : '';

function suggestValue(allowed: readonly Json[], raw: Json | undefined): string {
  const meant = typeof raw === 'string' ? findNearestWord(raw, allowed.map(String)) : undefined;
  return meant ? `; did you mean "${meant}"?` : '';
}
