import type { Schema } from '../../src/demo/service/http/validate.js';
import { type Kind, kindsUnder, parentMember } from './kinds.js';

/** A thing as a client sends it; members that the library writes may be sent back and are ignored. */
export const inputOf = (kind: Kind): Schema => ({
  type: 'object',
  properties: { ...kind.members, ...mapped(assignedTo(kind), () => ({ readOnly: true })) },
  required: [...kind.required],
  additionalProperties: false,
});

/** A thing as it is answered. */
export function outputOf(kind: Kind): Schema {
  const assigned = assignedTo(kind);
  return {
    type: 'object',
    properties: { ...mapped(assigned, (schema) => ({ ...schema, readOnly: true })), ...kind.members },
    required: [...new Set([...Object.keys(assigned), ...kind.required, ...Object.keys(kind.defaults)])],
  };
}

/** A merge patch of a thing: null takes an optional member away. */
export const patchOf = (kind: Kind): Schema => ({
  ...inputOf(kind),
  properties: mapped(inputOf(kind).properties ?? {}, (schema, name) =>
    kind.required.includes(name) ? schema : removable(schema),
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

const mapped = (members: Members, change: (schema: Schema, name: string) => Schema): Members =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, change(schema, name)]));

function assignedTo(kind: Kind): Members {
  const parent = parentMember(kind);
  return {
    id: kind.id,
    ...(kind.parent && parent && { [parent]: kind.parent.id }),
    ...(kind.isRetirable && { status: { type: 'string', enum: ['available', 'retired'] } }),
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
    links: linksOf(kind),
  };
}

function linksOf(kind: Kind): Schema {
  const relations = [
    'self',
    ...kindsUnder(kind).map(({ plural }) => plural),
    ...(kind.reference ? [kind.reference.to.name] : []),
    ...(kind.isRetirable ? ['retirement'] : []),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(relations.map((relation) => [relation, { type: 'string' }])),
    required: ['self'],
  };
}

function removable(schema: Schema): Schema {
  if (schema.readOnly || typeof schema.type !== 'string') return schema;
  const { default: _, ...rest } = schema;
  return { ...rest, ...(schema.enum && { enum: [...schema.enum, null] }), type: [schema.type, 'null'] };
}
