import {
  changeMembers,
  changeStoredMembers,
  createRepetitionCounter,
  isSuccess,
  showCurrentOrder,
} from '../../../src/demo/faults/alter-answer.js';
import { writingFaults as shippedFaults } from '../../../src/demo/faults/creating-and-changing.js';
import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../../../src/demo/faults/fault.js';
import { type Answer, createEmptyAnswer, createJsonAnswer } from '../../../src/demo/service/http/answer.js';
import { isObject, type JsonObject, pickMembers, removeMembers } from '../../../src/demo/service/http/json.js';
import { jsonTypes, readJson } from '../../../src/demo/service/http/read-content.js';
import { listComplaints } from '../../../src/demo/service/http/validate.js';
import type { Order } from '../../../src/demo/service/orders/order.js';
import { requiredMembers, writableMembers } from '../../../src/demo/service/orders/schemas.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';
import { listFlawedMembers } from '../refused-members.js';

const absentRule = 'idempotency/put-to-a-missing-item-creates-it-or-fails';

/** Faults of PUT and PATCH. */
export const writingFaults: readonly InjectedFault[] = [
  createFault(
    'put-shows-an-order-without-its-status',
    'The response to PUT lacks a member that the document requires.',
    'document/writes-are-as-described',
    () => ({
      around: {
        'PUT order': (_visit, next) => {
          const answer = next();
          return isSuccess(answer) ? changeMembers(answer, ({ status: _, ...rest }) => rest) : answer;
        },
      },
    }),
  ),
  createFault(
    'put-answers-201-for-an-existing-order',
    'PUT of an existing order returns 201.',
    ['idempotency/put-is-acknowledged', 'document/writes-are-as-described'],
    () => ({
      around: { 'PUT order': changeStatus(201, ({ order }) => order !== undefined) },
    }),
  ),
  createSubtleFault(
    'put-with-a-long-note-answers-202',
    'PUT with a note of more than 150 characters returns 202.',
    'idempotency/put-is-acknowledged',
    () => ({
      around: { 'PUT order': changeStatus(202, ({ order }) => String(order?.input.note ?? '').length > 150) },
    }),
  ),
  ...shippedFaults.slice(0, 1),
  createSubtleFault(
    'third-put-adds-a-tag',
    'The third identical PUT in a row adds a tag.',
    'idempotency/repeated-put-has-one-effect',
    () => {
      const inARow = createRepetitionCounter();
      return {
        around: {
          'PUT order': (visit, next) => {
            const answer = next();
            const { order, service } = visit;
            if (!order || !isSuccess(answer) || inARow(visit) !== 3) return answer;
            const tags = Array.isArray(order.input.tags) ? order.input.tags : [];
            order.input = { ...order.input, tags: [...tags, `again ${order.revision}`] };
            return showCurrentOrder(service, order, answer);
          },
        },
      };
    },
  ),
  createSubtleFault(
    'repeated-put-creates-a-copy',
    'A repeated PUT creates another order.',
    'idempotency/repeated-put-creates-nothing-more',
    () => {
      const inARow = createRepetitionCounter();
      return {
        around: {
          'PUT order': (visit, next) => {
            const answer = next();
            if (visit.order && isSuccess(answer) && inARow(visit) > 1) visit.service.orders.make(visit.order.input);
            return answer;
          },
        },
      };
    },
  ),
  ...shippedFaults.slice(1, 3),
  requireDialects(
    createFault(
      'put-to-a-missing-order-answers-success',
      'PUT to an absent id reports success and creates nothing.',
      absentRule,
      () => ({
        around: { 'PUT order': claimCreation },
      }),
    ),
    'put-needs-existing',
  ),
  requireDialects(
    createSubtleFault(
      'put-to-a-deleted-order-restores-it',
      'PUT to the id of a deleted order stores it again and returns 200.',
      absentRule,
      () => {
        const removed = new Map<string, Order>();
        return {
          around: {
            'DELETE order': ({ id, order }, next) => {
              if (order) removed.set(id, order);
              return next();
            },
            'PUT order': (visit, next) => {
              const order = visit.order ?? removed.get(visit.id);
              if (order && !visit.order) visit.service.orders.restore(order);
              return next(order ? { ...visit, order } : visit);
            },
          },
        };
      },
    ),
    'put-needs-existing',
  ),
  requireDialects(
    createSubtleFault(
      'put-creates-with-200',
      'PUT to an absent id creates the order and returns 200.',
      absentRule,
      () => ({
        around: { 'PUT order': changeStatus(200, ({ order }) => order === undefined) },
      }),
    ),
    'put-creates',
  ),
  createFault(
    'refused-put-stores-the-valid-members',
    'A refused PUT writes the members that are valid.',
    'idempotency/refused-put-changes-nothing',
    () => ({
      around: { 'PUT order': writeValidHalf },
    }),
  ),
  createSubtleFault(
    'refused-put-clears-the-tags',
    'A PUT refused for a missing member removes the tags.',
    'idempotency/refused-put-changes-nothing',
    () => ({
      around: {
        'PUT order': ({ order, service }, next) => {
          const answer = next();
          const sent = answer.refused?.value;
          if (order && isObject(sent) && requiredMembers.some((name) => !Object.hasOwn(sent, name))) {
            service.orders.write(order, { input: removeMembers(order.input, 'tags') });
          }
          return answer;
        },
      },
    }),
  ),
  createFault('patch-answers-201', 'PATCH returns 201.', 'idempotency/patch-is-acknowledged', () => ({
    around: { 'PATCH order': changeStatus(201, () => true) },
  })),
  ...shippedFaults.slice(3),
  createSubtleFault(
    'patch-of-the-quantity-clears-the-tags',
    'PATCH of the quantity without tags removes the tags.',
    'idempotency/patch-changes-only-what-it-names',
    () => ({
      acceptChange: ({ method, input, sent }) =>
        method === 'PATCH' && isObject(sent) && 'quantity' in sent && !('tags' in sent)
          ? removeMembers(input, 'tags')
          : input,
    }),
  ),
  createFault(
    'refused-patch-stores-the-valid-members',
    'A refused PATCH applies the members that are valid.',
    'idempotency/refused-patch-applies-nothing',
    () => ({
      around: { 'PATCH order': writeValidHalf },
    }),
  ),
];

const changeStatus =
  (status: number, isMeant: (visit: RequestContext) => boolean) =>
  (visit: RequestContext, next: () => Answer): Answer => {
    const answer = next();
    return isSuccess(answer) && isMeant(visit) ? { ...answer, status } : answer;
  };

function writeValidHalf({ order, service }: RequestContext, next: () => Answer): Answer {
  const answer = next();
  const sent = answer.refused?.value;
  if (order && isObject(sent)) changeStoredMembers(service, order, pickValidMembers(sent, listFlawedMembers(answer)));
  return answer;
}

const pickValidMembers = (sent: JsonObject, names: readonly string[]): JsonObject =>
  removeMembers(pickMembers(sent, Object.keys(writableMembers)), ...names);

function claimCreation(visit: RequestContext, next: () => Answer): Answer {
  const answer = next();
  const { service, id } = visit;
  const reading = readJson(visit, jsonTypes);
  if (visit.order || isSuccess(answer) || !service.ids.isWellFormed(id) || 'failure' in reading) return answer;
  if (!isObject(reading.value) || listComplaints(reading.value, service.schemas.input).length > 0) return answer;
  return service.settings.showsWritten
    ? createJsonAnswer(200, { id: service.ids.toJson(id), ...reading.value })
    : createEmptyAnswer(204);
}
