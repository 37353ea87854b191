import { createAnchor, wrapCode } from './markdown-cells.js';

/** As much of JSON Schema as our own schemas use. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string | boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
}

/** A key with its path from where its table begins. */
export interface Key {
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** All keys below a schema in their order, without those of schemas with their own heading. */
export function listKeys(schema: Schema, prefix = ''): Key[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, below]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const inner = below.items?.properties ? listKeys(below.items, `${path}[]`) : listKeys(below, path);
    return [{ path, schema: below, isRequired: required.includes(name) }, ...inner];
  });
}

/** What a key takes, in words; shapes with a heading of their own are links to it. */
export function describeType(schema: Schema, defs: Readonly<Record<string, Schema>>): string {
  const { $ref, items, additionalProperties: others } = schema;
  if (schema.enum) return schema.enum.map(wrapCode).join(' or ');
  if (schema.const !== undefined) return wrapCode(String(schema.const));
  if ($ref) return describeNamedType($ref.replace('#/$defs/', ''), defs);
  if (items && schema.type === 'array') return `list of ${describeType(items, defs)}`;
  if (typeof others === 'object') return `object of ${describeType(others, defs)}`;
  const types = [schema.type ?? 'anything'].flat().map((type) => typeWords[type] ?? type);
  return `${types.join(' or ')}${describeBounds(schema)}`;
}

/** The heading of a shape, which no key has. */
export const createShapeHeading = (name: string): string => `Shape: ${name}`;

/** Whether a shape has its own heading. */
export const hasHeading = ({ properties }: Schema): boolean => properties !== undefined;

const typeWords: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', array: 'list' };

function describeNamedType(name: string, defs: Readonly<Record<string, Schema>>): string {
  const schema = defs[name] ?? {};
  if (hasHeading(schema)) return `[${name}](#${createAnchor(createShapeHeading(name))})`;
  return describeType(schema, defs);
}

function describeBounds({ minimum, maximum, exclusiveMinimum }: Schema): string {
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`;
  if (minimum === undefined) return '';
  return maximum === undefined ? ` from ${minimum} on` : ` from ${minimum} to ${maximum}`;
}
