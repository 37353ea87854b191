import type { Schema } from '../http/validate.js';
import { keyMember, maximumKey } from '../keys/key-carrier.js';
import type { Settings } from '../settings.js';

export const writableMembers: { readonly [member: string]: Schema } = {
  customer: { type: 'string', minLength: 1, maxLength: 40 },
  quantity: { type: 'integer', minimum: 1, maximum: 1000 },
  email: { type: 'string', format: 'email' },
  price: { type: 'number', minimum: 0, maximum: 100_000 },
  note: { type: ['string', 'null'], maxLength: 200 },
  tags: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 20 },
    uniqueItems: true,
    maxItems: 5,
  },
  priority: { type: 'string', enum: ['low', 'normal', 'high'], default: 'normal' },
  gift: { type: 'boolean' },
  address: {
    type: 'object',
    properties: {
      street: { type: 'string', minLength: 1, maxLength: 60 },
      city: { type: 'string', minLength: 1, maxLength: 40 },
      zip: { type: 'string', pattern: '^[0-9]{5}$' },
    },
    required: ['street', 'city', 'zip'],
    additionalProperties: false,
  },
};

const reference: Schema = { type: 'string', minLength: 1, maxLength: 60 };

/** The id of the order that an order follows: as long as any id may be. */
const previousOrderId: Schema = { type: 'string', minLength: 1, maxLength: 200 };

/** An instant, in the dialect that normalizes content. */
const deliverBy: Schema = { type: 'string', format: 'date-time' };

/** The stage of an order; a new one is a draft. */
const stage: Schema = { type: 'string', enum: ['draft', 'ready', 'done'], default: 'draft' };

export const getWritableMembers = (settings: Settings): { readonly [member: string]: Schema } => ({
  ...writableMembers,
  ...(settings.hasReference && { reference }),
  ...(settings.hasPredecessors && { previousOrderId }),
  ...(settings.isCanonicalising && { deliverBy }),
  ...(settings.hasStages && { stage }),
});

export const requiredMembers = ['customer', 'quantity'] as const;

export const assignedMembers: { readonly [member: string]: Schema } = {
  id: { type: 'string' },
  status: { type: 'string', enum: ['pending', 'paid', 'cancelled', 'refunded'] },
  createdAt: { type: 'string', format: 'date-time' },
  updatedAt: { type: 'string', format: 'date-time' },
};

/** An order as sent; read-only members may be sent back and are ignored. */
export function createOrderInputSchema(settings: Settings, readOnlyNames: readonly string[]): Schema {
  const ignored = Object.fromEntries(readOnlyNames.map((name) => [name, { readOnly: true } satisfies Schema]));
  return {
    type: 'object',
    properties: { ...getWritableMembers(settings), ...ignored },
    required: [...requiredMembers],
    additionalProperties: false,
  };
}

export function createOrderCreationSchema(settings: Settings, input: Schema): Schema {
  if (settings.keyCarrier !== 'body') return input;
  const key: Schema = { type: 'string', minLength: 1, maxLength: maximumKey, writeOnly: true };
  const needed = settings.areKeysRequired ? [keyMember] : [];
  return {
    ...input,
    properties: { ...input.properties, [keyMember]: key },
    required: [...(input.required ?? []), ...needed],
  };
}

/** An order as returned; members that list entries do not have are not required. */
export function createOrderOutputSchema(settings: Settings, readOnly: { readonly [member: string]: Schema }): Schema {
  const marked = Object.entries(readOnly).map(([name, schema]) => [name, { ...schema, readOnly: true }] as const);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(marked), ...getWritableMembers(settings) },
    required: [...Object.keys(readOnly).filter((name) => name !== 'requestId'), ...requiredMembers, 'priority'],
  };
}

/** A merge patch of an order: null removes an optional member. */
export function createOrderPatchSchema(settings: Settings, readOnlyNames: readonly string[]): Schema {
  const whole = createOrderInputSchema(settings, readOnlyNames);
  const properties = Object.entries(whole.properties ?? {}).map(([name, schema]) => [name, allowNull(name, schema)]);
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

export const cancellationInput: Schema = {
  type: 'object',
  properties: {
    reason: { type: 'string', minLength: 1, maxLength: 200 },
    author: { type: 'string', minLength: 1, maxLength: 100 },
  },
  required: ['reason'],
  additionalProperties: false,
};

export const emptyInput: Schema = { type: 'object', additionalProperties: false };

function allowNull(name: string, schema: Schema): Schema {
  const isRequired = (requiredMembers as readonly string[]).includes(name);
  if (isRequired || typeof schema.type !== 'string') return schema;
  const { default: _, ...rest } = schema;
  const values = schema.enum ? { enum: [...schema.enum, null] } : {};
  return { ...rest, ...values, type: [schema.type, 'null'] };
}
