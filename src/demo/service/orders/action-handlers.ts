import { randomUUID } from 'node:crypto';
import { timestamp } from '../../clock.js';
import { type Answer, conflict, json, problem, refusal } from '../http/answer.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import { jsonTypes, readJson } from '../http/read-content.js';
import type { Schema } from '../http/validate.js';
import type { Handler, Service } from '../request-context.js';
import type { ActionName, Order, Status } from './order.js';
import { absence } from './order-handlers.js';
import { pathOf } from './order-links.js';
import { bareInput, cancellationInput } from './schemas.js';

/** One action: what it asks for, from where it leads to where, and what its record shows. */
interface Act {
  readonly input: Schema;
  readonly from: Status;
  readonly to: Status;
  record(input: JsonObject): JsonObject;
}

/** The actions of an order. */
export const acts: Readonly<Record<ActionName, Act>> = {
  cancellation: {
    input: cancellationInput,
    from: 'pending',
    to: 'cancelled',
    record: ({ reason, author = 'anonymous' }) => ({ reason, author }),
  },
  payment: { input: bareInput, from: 'pending', to: 'paid', record: () => ({}) },
  refund: { input: bareInput, from: 'paid', to: 'refunded', record: () => ({}) },
};

/** GET and HEAD of an action's record. */
export const readAction: Handler = (visit) => {
  const { order, action } = visit;
  if (!order || !action) return absence(visit);
  const record = order.records[action];
  return record ? json(200, record) : problem(404, `This order has no ${action}.`);
};

/** POST of an action. */
export const postAction: Handler = (visit) => {
  const { order, action, service } = visit;
  if (!order || !action) return absence(visit);
  const { input, from } = acts[action];
  const reading = input === bareInput && visit.content.length === 0 ? { value: {} } : readJson(visit, jsonTypes);
  if ('failure' in reading) return reading.failure;
  const complaints = service.complaints({ what: action, value: reading.value, schema: input });
  if (complaints.length > 0) return refusal(reading.value, complaints);
  if (order.status !== from) return conflict(`An order that is ${order.status} takes no ${action}.`);
  return act(service, order, action, reading.value);
};

/** Performs an action, whatever the state of the order. */
export function act(service: Service, order: Order, action: ActionName, input: Json): Answer {
  const record = recordOf(action, input);
  order.records[action] = record;
  service.orders.write(order, { status: acts[action].to });
  return json(201, record, { location: `${pathOf(order)}/${action}` });
}

/** A new record of an action. */
export function recordOf(action: ActionName, input: Json): JsonObject {
  const given = acts[action].record(isObject(input) ? input : {});
  return { id: randomUUID(), date: timestamp(), ...given };
}

/** Whether a path segment names an action. */
export const isAction = (name: string): name is ActionName => Object.hasOwn(acts, name);
