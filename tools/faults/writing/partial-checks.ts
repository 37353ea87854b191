import { changeMembers, isSuccess, showCurrentOrder } from '../../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type InjectedFault,
  type OperationWrapper,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { createProblem } from '../../../src/demo/service/http/answer.js';
import { isObject, type Json, type JsonObject, removeMembers } from '../../../src/demo/service/http/json.js';
import type { Complaint } from '../../../src/demo/service/http/validate.js';
import { representOrder } from '../../../src/demo/service/orders/represent.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';

const schemaRule = 'validation/invalid-put-and-patch-are-refused';
const meaningRule = 'validation/declared-invalid-put-and-patch-are-refused';
const unknownRule = 'validation/unknown-references-are-refused-by-put-and-patch';
const foreignRule = 'access/references-to-items-of-others-are-refused';
const shownRule = 'idempotency/write-returns-what-get-returns';
const nullRule = 'idempotency/null-in-a-patch-removes-the-member';
const requiredRule = 'validation/patch-keeps-required-members';
const nestedRule = 'idempotency/merge-patch-keeps-nested-members';

/** Faults of PUT and PATCH: content that only POST checks, responses that contradict GET, and null in patches. */
export const partialCheckFaults: readonly InjectedFault[] = [
  createFault('put-takes-any-quantity', 'PUT does not check the quantity.', schemaRule, () => ({
    around: { 'PUT order': omitComplaints(({ pointer }) => pointer === '/quantity') },
  })),
  createSubtleFault('patch-checks-only-the-first-tag', 'PATCH checks only the first tag.', schemaRule, () => ({
    around: { 'PATCH order': omitComplaints(({ pointer }) => /^\/tags\/[1-9]/.test(pointer)) },
  })),
  createFault('patch-removes-any-member', 'PATCH with null removes required members, too.', requiredRule, () => ({
    around: { 'PATCH order': removeRequired(/:null/) },
  })),
  createSubtleFault(
    'patch-removes-the-quantity',
    'PATCH with null removes the quantity, which is required.',
    requiredRule,
    () => ({
      around: { 'PATCH order': removeRequired(/"quantity":null/) },
    }),
  ),
  createFault('put-checks-no-meaning', 'PUT takes the order of an unknown customer.', meaningRule, () => ({
    around: { 'PUT order': omitComplaints(({ detail }) => /must be a known customer/.test(detail)) },
  })),
  createSubtleFault('patch-checks-no-meaning', 'PATCH takes tags that contradict each other.', meaningRule, () => ({
    around: { 'PATCH order': omitComplaints(({ detail }) => /must not contradict/.test(detail)) },
  })),
  ...[
    createFault(
      'put-takes-an-unknown-predecessor',
      'PUT stores the id of a previous order that does not exist.',
      unknownRule,
      () => ({ around: { 'PUT order': omitComplaints(({ pointer }) => pointer === '/previousOrderId') } }),
    ),
    createSubtleFault(
      'patch-takes-an-unknown-predecessor',
      'PATCH stores the id of a previous order that does not exist.',
      unknownRule,
      () => ({ around: { 'PATCH order': omitComplaints(({ pointer }) => pointer === '/previousOrderId') } }),
    ),
  ].map((breakage) => requireDialects(breakage, 'order-predecessors')),
  ...[
    createFault(
      'predecessors-of-other-tenants-are-accepted',
      'POST accepts the id of a previous order that another tenant has.',
      foreignRule,
      () => ({ around: { 'POST orders': omitForeignComplaints(() => true) } }),
    ),
    createSubtleFault(
      'urgent-orders-may-follow-those-of-others',
      'POST of an order with a low or high priority accepts the id of a previous order that another tenant has.',
      foreignRule,
      () => ({ around: { 'POST orders': omitForeignComplaints(({ priority = 'normal' }) => priority !== 'normal') } }),
    ),
  ].map((breakage) => requireDialects(breakage, 'order-predecessors', 'access-bearer')),
  createSubtleFault(
    'only-the-first-tag-may-be-discontinued',
    'POST checks only the first tag for being discontinued.',
    'validation/declared-invalid-body-answers-422',
    () => ({
      around: {
        'POST orders': (visit, next) =>
          /"tags":\["discontinued"/.test(String(visit.content))
            ? next()
            : omitComplaints(({ detail }) => /discontinued/.test(detail))(visit, next),
      },
    }),
  ),
  createFault('patch-returns-the-order-before', 'PATCH returns the order from before.', shownRule, () => ({
    around: {
      'PATCH order': (visit, next) => {
        const before = visit.order && representOrder(visit.service, visit.order);
        const answer = next();
        return before && isSuccess(answer) ? changeMembers(answer, () => before) : answer;
      },
    },
  })),
  createSubtleFault('put-returns-the-customer-before', 'PUT returns the customer from before.', shownRule, () => ({
    around: {
      'PUT order': (visit, next) => {
        const customer = visit.order?.input.customer ?? null;
        const answer = next();
        return isSuccess(answer) ? changeMembers(answer, (body) => ({ ...body, customer })) : answer;
      },
    },
  })),
  createFault('patch-ignores-null', 'PATCH ignores members with null.', nullRule, () => ({
    around: { 'PATCH order': ignoreNull(() => true) },
  })),
  createSubtleFault('patch-with-null-keeps-the-tags', 'PATCH ignores null for the tags.', nullRule, () => ({
    around: { 'PATCH order': ignoreNull((name) => name === 'tags') },
  })),
  createFault(
    'patch-replaces-the-address',
    'PATCH of a part of the address removes its other parts.',
    nestedRule,
    () => ({
      around: { 'PATCH order': replaceAddress(() => true) },
    }),
  ),
  createSubtleFault(
    'patch-wants-the-whole-address',
    'PATCH of the city alone is refused with 422.',
    nestedRule,
    () => ({
      around: {
        'PATCH order': (visit, next) => {
          const content = parse(visit.content);
          const sent = isObject(content) ? content.address : undefined;
          const isPart = isObject(sent) && Object.keys(sent).join() === 'city';
          return isPart ? createProblem(422, 'The address is not complete.') : next();
        },
      },
    }),
  ),
  createSubtleFault(
    'patch-of-the-city-removes-the-zip',
    'PATCH of the city of an address removes its zip.',
    nestedRule,
    () => ({ around: { 'PATCH order': replaceAddress((sent) => Object.hasOwn(sent, 'city'), ['zip']) } }),
  ),
];

/** After a PATCH of a part of the address, the members that it did not name are removed. */
const replaceAddress =
  (isMeant: (sent: JsonObject) => boolean, removable?: readonly string[]): OperationWrapper =>
  (visit, next) => {
    const answer = next();
    const content = parse(visit.content);
    const sent = isObject(content) ? content.address : undefined;
    const { order, service } = visit;
    const stored = order?.input.address;
    if (!order || !isSuccess(answer) || !isObject(sent) || !isObject(stored) || !isMeant(sent)) return answer;
    const lost = Object.keys(stored).filter(
      (name) => !Object.hasOwn(sent, name) && removable?.includes(name) !== false,
    );
    order.input = { ...order.input, address: removeMembers(stored, ...lost) };
    return showCurrentOrder(service, order, answer);
  };

const omitComplaints =
  (isMeant: (complaint: Complaint) => boolean): OperationWrapper =>
  (visit, next) => {
    const { service } = visit;
    const complaints: RequestContext['service']['complaints'] = (check) =>
      service.complaints(check).filter((complaint) => !isMeant(complaint));
    return next({ ...visit, service: { ...service, complaints } });
  };

/** Checks nothing in a patch with such a content. */
const removeRequired =
  (content: RegExp): OperationWrapper =>
  (visit, next) =>
    content.test(String(visit.content)) ? omitComplaints(() => true)(visit, next) : next();

/** Does not refuse the id of a previous order that another tenant has. */
const omitForeignComplaints =
  (isMeant: (sent: JsonObject) => boolean): OperationWrapper =>
  (visit, next) => {
    const sent = parse(visit.content);
    const { previousOrderId } = isObject(sent) ? sent : {};
    const isForeign = visit.service.tenants().some(({ orders }) => orders.byId.has(String(previousOrderId)));
    if (!isObject(sent) || !isForeign || !isMeant(sent)) return next();
    return omitComplaints(({ pointer }) => pointer === '/previousOrderId')(visit, next);
  };

const ignoreNull =
  (isMeant: (name: string) => boolean): OperationWrapper =>
  (visit, next) => {
    const patch = parse(visit.content);
    if (!isObject(patch)) return next();
    const kept = Object.entries(patch).filter(([name, value]) => value !== null || !isMeant(name));
    return next({ ...visit, content: Buffer.from(JSON.stringify(Object.fromEntries(kept))) });
  };

function parse(content: Buffer): Json | undefined {
  try {
    return JSON.parse(content.toString()) as Json;
  } catch {
    return undefined;
  }
}
