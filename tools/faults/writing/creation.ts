import { changeMembers, changeStoredMembers } from '../../../src/demo/faults/alter-answer.js';
import {
  answerWith200,
  loseCreated,
  creationFaults as shippedFaults,
} from '../../../src/demo/faults/creating-and-changing.js';
import { createFault, createSubtleFault, type InjectedFault } from '../../../src/demo/faults/fault.js';
import type { Answer } from '../../../src/demo/service/http/answer.js';
import { isObject, type JsonObject, pickMembers, removeMembers } from '../../../src/demo/service/http/json.js';
import { getOrderPath } from '../../../src/demo/service/orders/order-links.js';
import { writableMembers } from '../../../src/demo/service/orders/schemas.js';
import type { RequestContext, Service } from '../../../src/demo/service/request-context.js';
import { allowRules } from '../marks.js';
import { changeEntries } from '../page-entries.js';
import { getSentMember } from '../refused-members.js';

/** Faults of creations. */
export const creationFaults: readonly InjectedFault[] = [
  ...shippedFaults.slice(0, 1),
  createSubtleFault(
    'order-at-the-maximum-is-lost',
    'POST of the largest quantity returns 201 and stores nothing.',
    'creation/created-item-is-readable',
    () => ({
      around: { 'POST orders': loseCreated((input) => input.quantity === 1000) },
    }),
  ),
  createFault(
    'put-changes-the-id',
    'After PUT, an order shows another id at the same URL.',
    'creation/identity-is-stable',
    () => {
      const changed = new Set<string>();
      const disguise = (visit: RequestContext, answer: Answer) =>
        answer.status === 200 && changed.has(visit.id) ? changeMembers(answer, replaceId(visit.service)) : answer;
      return {
        around: {
          'PUT order': (visit, next) => {
            const answer = next();
            if (answer.status === 200 || answer.status === 204) changed.add(visit.id);
            return disguise(visit, answer);
          },
          'read order': (visit, next) => disguise(visit, next()),
        },
      };
    },
  ),
  createSubtleFault(
    'list-shows-another-id',
    'The list shows an order under another id than the item itself.',
    'creation/identity-is-stable',
    () => ({
      around: {
        'read orders': ({ service }, next) => {
          const answer = next();
          return answer.page ? changeEntries(answer, replaceId(service)) : answer;
        },
      },
    }),
  ),
  ...shippedFaults.slice(1),
  createSubtleFault(
    'post-with-empty-tags-answers-200',
    'POST with an empty tags array creates the order and returns 200.',
    'creation/valid-post-answers-201',
    () => ({
      around: { 'POST orders': answerWith200(({ tags }) => Array.isArray(tags) && tags.length === 0) },
    }),
  ),
  createFault(
    'location-is-missing',
    'The 201 response to POST has no Location field.',
    'creation/location-leads-to-the-item',
    () => ({
      around: {
        'POST orders': (_, next) => {
          const { headers, ...answer } = next();
          const { location: __, ...rest } = headers;
          return { ...answer, headers: rest };
        },
      },
    }),
  ),
  createFault(
    'location-leads-nowhere',
    'The Location of a new order returns 404.',
    'creation/location-leads-to-the-item',
    () => ({
      around: { 'POST orders': (_, next) => changeLocation(next(), ({ id }) => `/nowhere/${id}`) },
    }),
  ),
  createSubtleFault(
    'location-leads-to-the-previous-order',
    'The Location of a new order is that of the order created before it.',
    'creation/location-leads-to-the-item',
    () => {
      let previous: string | undefined;
      return {
        around: {
          'POST orders': (_, next) => {
            const answer = next();
            const location = previous;
            if (answer.made) previous = getOrderPath(answer.made);
            return location === undefined ? answer : changeLocation(answer, () => location);
          },
        },
      };
    },
  ),
  createFault(
    'post-drops-the-note',
    'POST stores everything but the note.',
    'creation/created-item-has-the-sent-values',
    () => ({
      acceptChange: ({ method, input }) => (method === 'POST' ? removeMembers(input, 'note') : input),
    }),
  ),
  createSubtleFault(
    'post-caps-the-quantity',
    'POST stores the largest quantity as one less.',
    'creation/created-item-has-the-sent-values',
    () => ({
      acceptChange: ({ method, input }) =>
        method === 'POST' && Number(input.quantity) >= 1000 ? { ...input, quantity: 999 } : input,
    }),
  ),
  createSubtleFault(
    'post-strips-accents',
    'POST drops non-ASCII letters from the note.',
    'creation/created-item-has-the-sent-values',
    () => ({
      acceptChange: ({ method, input }) =>
        method === 'POST' && typeof input.note === 'string'
          ? { ...input, note: input.note.replace(/\P{ASCII}/gu, '') }
          : input,
    }),
  ),
  // The list shows what was stored, until it is removed.
  ...[
    createFault(
      'refused-post-still-creates',
      'A POST that is refused with 422 still creates an order.',
      'creation/refused-post-creates-nothing',
      () => ({
        around: { 'POST orders': storeRefused(() => true) },
      }),
    ),
    createSubtleFault(
      'refused-post-over-the-maximum-still-creates',
      'A POST that is refused for too large a quantity still creates an order.',
      'creation/refused-post-creates-nothing',
      () => ({
        around: { 'POST orders': storeRefused((answer) => Number(getSentMember(answer, 'quantity')) > 1000) },
      }),
    ),
  ].map((fault) => allowRules(fault, 'document/response-matches-its-schema')),
  createSubtleFault(
    'creation-overwrites-the-newest-order',
    'POST also writes the customer and note of the new order to the order created before it.',
    'effects/writing-an-item-keeps-the-others',
    () => ({
      around: {
        'POST orders': ({ service }, next) => {
          const answer = next();
          const sibling = answer.made && service.orders.sequence.newest(answer.made.id);
          if (answer.made && sibling)
            changeStoredMembers(service, sibling, pickMembers(answer.made.input, ['customer', 'note']));
          return answer;
        },
      },
    }),
  ),
];

const storeRefused =
  (isMeant: (answer: Answer) => boolean) =>
  ({ service }: RequestContext, next: () => Answer): Answer => {
    const answer = next();
    if (answer.refused && isMeant(answer)) {
      const { value } = answer.refused;
      const sent = isObject(value) ? pickMembers(value, Object.keys(writableMembers)) : {};
      service.orders.make({ customer: 'unknown', quantity: 1, priority: 'normal', ...sent });
    }
    return answer;
  };

const replaceId =
  ({ ids }: Service) =>
  (body: JsonObject): JsonObject => ({
    ...body,
    id: ids.toJson(ids.createOther(String(body.id))),
  });

function changeLocation(answer: Answer, where: (made: { readonly id: string }) => string): Answer {
  return answer.made ? { ...answer, headers: { ...answer.headers, location: where(answer.made) } } : answer;
}
