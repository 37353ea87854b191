import { type Answer, empty, json } from '../../service/http/answer.js';
import { isObject, type JsonObject, only, without } from '../../service/http/json.js';
import { jsonTypes, readJson } from '../../service/http/read-content.js';
import { complaintsAbout } from '../../service/http/validate.js';
import { required, writable } from '../../service/orders/schemas.js';
import type { Visit } from '../../service/request-context.js';
import { flawed, isSuccess, repetitions, showing, tamper } from '../alter-answer.js';
import { type Breakage, fault, inDialect, subtle } from '../fault.js';

const absentRule = 'idempotency/put-to-an-absent-item-is-honest';

/** Faults of PUT and PATCH. */
export const writingFaults: readonly Breakage[] = [
  fault(
    'put-answers-201-for-an-existing-order',
    'PUT of an order that is there answers 201.',
    'idempotency/put-is-acknowledged',
    () => ({
      around: { 'PUT order': restated(201, ({ order }) => order !== undefined) },
    }),
  ),
  subtle(
    'put-with-a-long-note-answers-202',
    'PUT with a note of more than 150 characters answers 202.',
    'idempotency/put-is-acknowledged',
    () => ({
      around: { 'PUT order': restated(202, ({ order }) => String(order?.input.note ?? '').length > 150) },
    }),
  ),
  fault(
    'repeated-put-adds-up',
    'A repeated PUT adds the quantity to the one stored.',
    'idempotency/repeated-put-has-one-effect',
    () => {
      const inARow = repetitions();
      return {
        around: {
          'PUT order': (visit, next) => {
            const { order } = visit;
            const before = Number(order?.input.quantity);
            const answer = next();
            if (!order || !isSuccess(answer) || inARow(visit) < 2) return answer;
            order.input = { ...order.input, quantity: before + Number(order.input.quantity) };
            return showing(visit.service, order, answer);
          },
        },
      };
    },
  ),
  subtle(
    'third-put-grows-the-tags',
    'The third identical PUT in a row adds a tag.',
    'idempotency/repeated-put-has-one-effect',
    () => {
      const inARow = repetitions();
      return {
        around: {
          'PUT order': (visit, next) => {
            const answer = next();
            const { order, service } = visit;
            if (!order || !isSuccess(answer) || inARow(visit) !== 3) return answer;
            const tags = Array.isArray(order.input.tags) ? order.input.tags : [];
            order.input = { ...order.input, tags: [...tags, `again ${order.revision}`] };
            return showing(service, order, answer);
          },
        },
      };
    },
  ),
  subtle(
    'repeated-put-makes-a-copy',
    'A repeated PUT makes another order.',
    'idempotency/repeated-put-makes-nothing-more',
    () => {
      const inARow = repetitions();
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
  fault(
    'put-merges',
    'PUT keeps the optional members that it does not carry.',
    'idempotency/put-replaces-the-whole',
    () => ({
      intake: ({ method, input, before }) => (method === 'PUT' ? { ...before, ...input } : input),
    }),
  ),
  subtle(
    'put-keeps-an-omitted-note',
    'PUT without a note keeps the note.',
    'idempotency/put-replaces-the-whole',
    () => ({
      intake: ({ method, input, before = {} }) => (method === 'PUT' ? { ...only(before, ['note']), ...input } : input),
    }),
  ),
  inDialect(
    fault(
      'put-to-absent-claims-success',
      'PUT to an absent id answers with success and makes nothing.',
      absentRule,
      () => ({
        around: { 'PUT order': claiming },
      }),
    ),
    'put-needs-existing',
  ),
  inDialect(
    subtle('put-creates-with-200', 'PUT to an absent id makes the order and answers 200.', absentRule, () => ({
      around: { 'PUT order': restated(200, ({ order }) => order === undefined) },
    })),
    'put-creates',
  ),
  fault(
    'refused-put-writes-the-valid-half',
    'A PUT that is refused writes the members that are valid.',
    'idempotency/refused-put-changes-nothing',
    () => ({
      around: { 'PUT order': writingTheValidHalf },
    }),
  ),
  subtle(
    'refused-put-clears-the-tags',
    'A PUT that is refused for a missing member takes the tags away.',
    'idempotency/refused-put-changes-nothing',
    () => ({
      around: {
        'PUT order': ({ order, service }, next) => {
          const answer = next();
          const sent = answer.refused?.value;
          if (order && isObject(sent) && required.some((name) => !Object.hasOwn(sent, name))) {
            service.orders.write(order, { input: without(order.input, 'tags') });
          }
          return answer;
        },
      },
    }),
  ),
  fault('patch-answers-201', 'PATCH answers 201.', 'idempotency/patch-is-acknowledged', () => ({
    around: { 'PATCH order': restated(201, () => true) },
  })),
  fault(
    'patch-resets-what-it-does-not-name',
    'PATCH takes away the optional members that it does not name.',
    'idempotency/patch-changes-only-what-it-names',
    () => ({
      intake: ({ method, input, sent }) =>
        method === 'PATCH' ? only(input, [...required, ...(isObject(sent) ? Object.keys(sent) : [])]) : input,
    }),
  ),
  subtle(
    'patch-of-the-quantity-clears-the-tags',
    'PATCH of the quantity takes the tags away.',
    'idempotency/patch-changes-only-what-it-names',
    () => ({
      intake: ({ method, input, sent }) =>
        method === 'PATCH' && isObject(sent) && 'quantity' in sent ? without(input, 'tags') : input,
    }),
  ),
  fault(
    'refused-patch-applies-the-valid-half',
    'A PATCH that is refused applies the members that are valid.',
    'idempotency/refused-patch-applies-nothing',
    () => ({
      around: { 'PATCH order': writingTheValidHalf },
    }),
  ),
];

const restated =
  (status: number, isMeant: (visit: Visit) => boolean) =>
  (visit: Visit, next: () => Answer): Answer => {
    const answer = next();
    return isSuccess(answer) && isMeant(visit) ? { ...answer, status } : answer;
  };

function writingTheValidHalf({ order, service }: Visit, next: () => Answer): Answer {
  const answer = next();
  const sent = answer.refused?.value;
  if (order && isObject(sent)) tamper(service, order, validHalf(sent, flawed(answer)));
  return answer;
}

const validHalf = (sent: JsonObject, names: readonly string[]): JsonObject =>
  without(only(sent, Object.keys(writable)), ...names);

function claiming(visit: Visit, next: () => Answer): Answer {
  const answer = next();
  const { service, id } = visit;
  const reading = readJson(visit, jsonTypes);
  if (visit.order || isSuccess(answer) || !service.ids.isWellFormed(id) || 'failure' in reading) return answer;
  if (!isObject(reading.value) || complaintsAbout(reading.value, service.schemas.input).length > 0) return answer;
  return service.settings.showsWritten ? json(200, { id: service.ids.toJson(id), ...reading.value }) : empty(204);
}
