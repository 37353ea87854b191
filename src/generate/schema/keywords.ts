import type { Json } from '../../model/json.js';

export type SchemaType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** A projected schema: plain 2020-12, for one direction, with `$ref`s into a schema set. */
export type SchemaNode = boolean | Keywords;

/** The supported keywords. Every value of this type is a valid schema for ajv. */
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
  /** A fixed value: it is sent unchanged and never violated. */
  readonly 'x-fixed'?: true;
  /** The value comes from a discriminator and not from a keyword, so it is not violated. */
  readonly 'x-tag'?: true;
}

export type MemberSchemas = Readonly<Record<string, SchemaNode>>;

/** A schema and all targets of its `$ref`s. */
export interface SchemaSet {
  readonly root: SchemaNode;
  readonly defs: Readonly<Record<string, SchemaNode>>;
}

/** Prefix of every `$ref` in a schema set. */
export const defsPrefix = 'doc#/$defs/';

export const getDefinition = (schemas: SchemaSet, ref: string): SchemaNode =>
  schemas.defs[ref.slice(defsPrefix.length)] ?? true;

export function combineSchemas(one: SchemaNode | undefined, other: SchemaNode | undefined): SchemaNode | undefined {
  if (one === undefined || one === true || one === other) return other;
  if (other === undefined || other === true) return one;
  return one === false || other === false ? false : { allOf: [one, other] };
}

export function compilePattern(pattern: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Without the flag `u`, more patterns are valid.
    }
  }
  return undefined;
}

/** Returns the schema of a member, which may come from a keyword for additional members. */
export function findMemberSchema(schema: Keywords, name: string): SchemaNode | undefined {
  const own = schema.properties;
  if (own && Object.hasOwn(own, name)) return own[name];
  const matching = Object.entries(schema.patternProperties ?? {}).find(([pattern]) =>
    compilePattern(pattern)?.test(name),
  );
  return matching ? matching[1] : schema.additionalProperties;
}
