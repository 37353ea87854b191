import type { Json } from '../../model/json.js';

/** The primitive types of JSON Schema. */
export type SchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** A schema after projection: pure 2020-12, seen from one direction, its `$ref`s leading into a book. */
export type SchemaNode = boolean | Keywords;

/** The keywords that are generated from. Every value of this type is a schema that ajv takes as it is. */
export interface Keywords {
  readonly $ref?: string;
  readonly type?: readonly SchemaType[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly properties?: MemberSchemas;
  readonly patternProperties?: MemberSchemas;
  readonly additionalProperties?: SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: MemberSchemas;
  readonly items?: SchemaNode;
  readonly prefixItems?: readonly SchemaNode[];
  readonly contains?: SchemaNode;
  readonly allOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly not?: SchemaNode;
  readonly if?: SchemaNode;
  readonly then?: SchemaNode;
  readonly else?: SchemaNode;
  readonly examples?: readonly Json[];
  /** The caller fixed this value: it is sent as it is and never broken. */
  readonly 'x-fixed'?: true;
  /** The value follows from a discriminator and not from a keyword, so breaking it breaks nothing that is written. */
  readonly 'x-tag'?: true;
}

/** Schemas by member name. */
export type MemberSchemas = Readonly<Record<string, SchemaNode>>;

/** A schema and everything its `$ref`s lead to. */
export interface SchemaSet {
  readonly root: SchemaNode;
  readonly defs: Readonly<Record<string, SchemaNode>>;
  readonly notes: Set<string>;
}

/** What every `$ref` of a book begins with. */
export const defsPrefix = 'doc#/$defs/';

/** The schema that a `$ref` of the book leads to. */
export const getDefinition = (book: SchemaSet, ref: string): SchemaNode =>
  book.defs[ref.slice(defsPrefix.length)] ?? true;

/** A schema that asks for both. */
export function combineSchemas(one: SchemaNode | undefined, other: SchemaNode | undefined): SchemaNode | undefined {
  if (one === undefined || one === true || one === other) return other;
  if (other === undefined || other === true) return one;
  return one === false || other === false ? false : { allOf: [one, other] };
}
