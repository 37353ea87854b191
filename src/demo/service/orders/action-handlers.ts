import { randomUUID } from 'node:crypto';
import { createTimestamp } from '../../clock.js';
import { type Answer, createConflict, createEmptyAnswer, createJsonAnswer, createProblem } from '../http/answer.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import { jsonTypes, readJson } from '../http/read-content.js';
import type { Schema } from '../http/validate.js';
import type { Handler, Service } from '../request-context.js';
import type { ActionName, Order, Status } from './order.js';
import { answerAbsence } from './order-handlers.js';
import { getOrderPath } from './order-links.js';
import { refuseContent } from './refuse-content.js';
import { cancellationInput, emptyInput } from './schemas.js';

/** An action: its request content, the states before and after it, and the members of its record. */
interface ActionDefinition {
  readonly input: Schema;
  readonly from: Status;
  readonly to: Status;
  record(input: JsonObject): JsonObject;
}

export const actionDefinitions: Readonly<Record<ActionName, ActionDefinition>> = {
  cancellation: {
    input: cancellationInput,
    from: 'pending',
    to: 'cancelled',
    record: ({ reason, author = 'anonymous' }) => ({ reason, author }),
  },
  payment: { input: emptyInput, from: 'pending', to: 'paid', record: () => ({}) },
  refund: { input: emptyInput, from: 'paid', to: 'refunded', record: () => ({}) },
};

export const readAction: Handler = (visit) => {
  const { order, action } = visit;
  if (!order || !action) return answerAbsence(visit);
  const record = order.records[action];
  return record ? createJsonAnswer(200, record) : createProblem(404, `This order has no ${action}.`);
};

export const postAction: Handler = (visit) => {
  const { order, action, service } = visit;
  if (!order || !action) return answerAbsence(visit);
  const { input, from } = actionDefinitions[action];
  const reading = input === emptyInput && visit.content.length === 0 ? { value: {} } : readJson(visit, jsonTypes);
  if ('failure' in reading) return reading.failure;
  const refused = refuseContent(service, { what: action, value: reading.value, schema: input });
  if (refused) return refused;
  if (order.status !== from) return createConflict(`An order that is ${order.status} takes no ${action}.`);
  return performOrderAction(service, order, action, reading.value);
};

/** DELETE of the record of a payment: the order is pending again. */
export const removeAction: Handler = (visit) => {
  const { order, action, service } = visit;
  if (!order || action === undefined) return answerAbsence(visit);
  if (!order.records[action]) return createProblem(404, `This order has no ${action}.`);
  if (order.status !== 'paid') return createConflict(`The payment of an order that is ${order.status} stays.`);
  delete order.records[action];
  service.orders.write(order, { status: 'pending' });
  return createEmptyAnswer(204);
};

export function performOrderAction(service: Service, order: Order, action: ActionName, input: Json): Answer {
  const record = createRecord(action, input);
  order.records[action] = record;
  service.orders.write(order, { status: actionDefinitions[action].to });
  return createJsonAnswer(201, record, { location: `${getOrderPath(order)}/${action}` });
}

export function createRecord(action: ActionName, input: Json): JsonObject {
  const given = actionDefinitions[action].record(isObject(input) ? input : {});
  return { id: randomUUID(), date: createTimestamp(), ...given };
}

export const isAction = (name: string): name is ActionName => Object.hasOwn(actionDefinitions, name);
