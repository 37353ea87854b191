import type { Schema } from '../../src/demo/service/http/validate.js';
import { getParentMember, type ItemKind, listKindsUnder } from './kinds.js';

/** An item as sent by a client; read-only members may be sent back and are ignored. */
export const createInputSchema = (kind: ItemKind): Schema => ({
  type: 'object',
  properties: { ...kind.members, ...mapMembers(createAssignedMembers(kind), () => ({ readOnly: true })) },
  required: [...kind.required],
  additionalProperties: false,
});

/** An item as returned. */
export function createOutputSchema(kind: ItemKind): Schema {
  const assigned = createAssignedMembers(kind);
  return {
    type: 'object',
    properties: { ...mapMembers(assigned, (schema) => ({ ...schema, readOnly: true })), ...kind.members },
    required: [...new Set([...Object.keys(assigned), ...kind.required, ...Object.keys(kind.defaults)])],
  };
}

/** A merge patch of an item: null removes an optional member. */
export const createPatchSchema = (kind: ItemKind): Schema => ({
  ...createInputSchema(kind),
  properties: mapMembers(createInputSchema(kind).properties ?? {}, (schema, name) =>
    kind.required.includes(name) ? schema : allowNull(schema),
  ),
  required: [],
});

/** What a retirement is asked for with. */
export const retirementInput: Schema = {
  type: 'object',
  properties: {
    reason: { type: 'string', minLength: 1, maxLength: 200 },
    author: { type: 'string', minLength: 1, maxLength: 100 },
  },
  required: ['reason'],
  additionalProperties: false,
};

/** The record of a retirement. */
export const retirementOutput: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    date: { type: 'string', format: 'date-time' },
    reason: { type: 'string' },
    author: { type: 'string' },
  },
  required: ['id', 'date', 'reason', 'author'],
};

interface Members {
  readonly [member: string]: Schema;
}

const mapMembers = (members: Members, change: (schema: Schema, name: string) => Schema): Members =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, change(schema, name)]));

function createAssignedMembers(kind: ItemKind): Members {
  const parent = getParentMember(kind);
  return {
    id: kind.id,
    ...(kind.parent && parent && { [parent]: kind.parent.id }),
    ...(kind.isRetirable && { status: { type: 'string', enum: ['available', 'retired'] } }),
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
    links: createLinksSchema(kind),
  };
}

function createLinksSchema(kind: ItemKind): Schema {
  const relations = [
    'self',
    ...listKindsUnder(kind).map(({ plural }) => plural),
    ...(kind.reference ? [kind.reference.to.name] : []),
    ...(kind.isRetirable ? ['retirement'] : []),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(relations.map((relation) => [relation, { type: 'string' }])),
    required: ['self'],
  };
}

function allowNull(schema: Schema): Schema {
  if (schema.readOnly || typeof schema.type !== 'string') return schema;
  const { default: _, ...rest } = schema;
  return { ...rest, ...(schema.enum && { enum: [...schema.enum, null] }), type: [schema.type, 'null'] };
}
