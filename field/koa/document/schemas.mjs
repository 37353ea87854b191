import { z } from 'zod';
import * as schemas from '../schemas.mjs';

const id = { type: 'string', format: 'uuid', readOnly: true };
const time = { type: 'string', format: 'date-time', readOnly: true };
const word = (values) => ({ type: 'string', enum: values, readOnly: true });
const integer = { type: 'integer', readOnly: true };

const toJson = (schema) => {
  const { $schema: _, additionalProperties: __, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
};

/** A representation: what a client sends, and what the server adds. */
function represent(schema, added) {
  const json = toJson(schema);
  const properties = { ...json.properties, ...added };
  return { ...json, properties, required: Object.keys(properties) };
}

const stamps = { createdAt: time, updatedAt: time };
const link = {
  type: 'object',
  properties: { href: { type: 'string' }, method: { type: 'string' } },
  required: ['href'],
};

const object = (properties) => ({ type: 'object', properties, required: Object.keys(properties) });
const page = (name) =>
  object({
    items: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
    limit: { type: 'integer' },
    nextCursor: { type: ['string', 'null'] },
  });

const items = {
  Customer: represent(schemas.customer, { id, ...stamps }),
  Vehicle: represent(schemas.vehicle, { id, customerId: id, ...stamps }),
  Order: represent(schemas.order, {
    id,
    number: integer,
    status: word(schemas.statuses),
    total: integer,
    links: { type: 'object', additionalProperties: link, readOnly: true },
    ...stamps,
  }),
  Line: represent(schemas.line, { id, orderId: id, amount: integer, ...stamps }),
  Record: represent(schemas.record, {
    id,
    orderId: id,
    kind: word(['approval', 'start', 'completion', 'cancellation']),
    author: { type: 'string', readOnly: true },
    createdAt: time,
  }),
  Part: represent(schemas.part, { id, ...stamps }),
  Message: represent(schemas.message, { id, createdAt: time }),
  Entry: object({
    id,
    kind: word(['created', 'approved', 'started', 'finished', 'cancelled', 'deleted']),
    orderId: id,
    author: { type: 'string', readOnly: true },
    createdAt: time,
  }),
};

const named = ['Customer', 'Vehicle', 'Order', 'Line', 'Part', 'Message', 'Entry'];

/** The schemas of the document. */
export const components = {
  ...items,
  ...Object.fromEntries(named.map((name) => [`${name}Page`, page(name)])),
  CustomerInput: toJson(schemas.customer),
  VehicleInput: toJson(schemas.vehicle),
  OrderInput: toJson(schemas.order),
  LineInput: toJson(schemas.line),
  PartInput: toJson(schemas.part),
  MessageInput: toJson(schemas.message),
  RecordInput: toJson(schemas.record),
  CancellationInput: toJson(schemas.cancellation),
  Problem: {
    type: 'object',
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      errors: { type: 'array', items: object({ pointer: { type: 'string' }, detail: { type: 'string' } }) },
    },
    required: ['title', 'status'],
  },
};
