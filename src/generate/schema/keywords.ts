import type { Json } from '../../model/json.js';

/** The primitive types of JSON Schema. */
export type Type = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** A schema after projection: pure 2020-12, seen from one direction, its `$ref`s leading into a book. */
export type Node = boolean | Keywords;

/** The keywords that are generated from. Every value of this type is a schema that ajv takes as it is. */
export interface Keywords {
  readonly $ref?: string;
  readonly type?: readonly Type[];
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
  readonly properties?: Members;
  readonly patternProperties?: Members;
  readonly additionalProperties?: Node;
  readonly propertyNames?: Node;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Members;
  readonly items?: Node;
  readonly prefixItems?: readonly Node[];
  readonly contains?: Node;
  readonly allOf?: readonly Node[];
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly not?: Node;
  readonly if?: Node;
  readonly then?: Node;
  readonly else?: Node;
  readonly examples?: readonly Json[];
  /** The caller fixed this value: it is sent as it is and never broken. */
  readonly 'x-fixed'?: true;
  /** The value follows from a discriminator and not from a keyword, so breaking it breaks nothing that is written. */
  readonly 'x-tag'?: true;
}

/** Schemas by member name. */
export type Members = Readonly<Record<string, Node>>;

/** A schema and everything its `$ref`s lead to. */
export interface Book {
  readonly root: Node;
  readonly defs: Readonly<Record<string, Node>>;
  readonly notes: Set<string>;
}

/** What every `$ref` of a book begins with. */
export const shelf = 'doc#/$defs/';

/** The schema that a `$ref` of the book leads to. */
export const defOf = (book: Book, ref: string): Node => book.defs[ref.slice(shelf.length)] ?? true;

/** A schema that asks for both. */
export function both(one: Node | undefined, other: Node | undefined): Node | undefined {
  if (one === undefined || one === true || one === other) return other;
  if (other === undefined || other === true) return one;
  return one === false || other === false ? false : { allOf: [one, other] };
}
