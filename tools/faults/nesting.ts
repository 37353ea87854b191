import { changeMembers } from '../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  requireDialects,
} from '../../src/demo/faults/fault.js';
import { findPartAnywhere, listOrders, nestingFaults as shippedFaults } from '../../src/demo/faults/other-items.js';
import { type Answer, createJsonAnswer, createProblem } from '../../src/demo/service/http/answer.js';
import { isObject, type JsonObject } from '../../src/demo/service/http/json.js';
import { openParts } from '../../src/demo/service/orders/part-stores.js';
import { representEntry } from '../../src/demo/service/orders/represent.js';
import type { RequestContext } from '../../src/demo/service/request-context.js';

const belongsRule = 'nesting/item-belongs-to-its-parent-only';
const writesRule = 'nesting/writes-below-another-parent-have-no-effect';
const missingRule = 'nesting/missing-parent-takes-no-items';
const keyRule = 'nesting/key-applies-below-its-parent-only';

const dialect = 'order-parts';

const partFaults: readonly InjectedFault[] = [
  createSubtleFault(
    'long-part-lists-show-parts-of-other-orders',
    'The list of parts of an order with two or more parts shows the newest part of another order, too.',
    belongsRule,
    () => ({
      around: {
        'GET parts': (visit, next) => {
          const answer = next();
          const others = listOrders(visit).filter((order) => order !== visit.parent);
          const stray = others
            .map((order) => openParts(order, visit.service.settings).sequence.newest(''))
            .find(Boolean);
          if (!stray || visit.service.orders.byId.size < 2) return answer;
          return changeMembers(answer, (body) => appendEntry(body, representEntry(visit.service, stray)));
        },
      },
    }),
  ),
  createSubtleFault(
    'delete-of-a-part-ignores-its-order',
    'DELETE of a part ignores the order in the URL.',
    writesRule,
    () => ({ around: { 'DELETE part': (visit, next) => next(findPartAnywhere(visit)) } }),
  ),
  createSubtleFault(
    'patch-of-a-part-ignores-its-order',
    'PATCH of a part ignores the order in the URL.',
    writesRule,
    () => ({
      around: { 'PATCH part': (visit, next) => next(findPartAnywhere(visit)) },
    }),
  ),
  createFault('missing-order-takes-parts', 'POST of a part of a missing order returns 201.', missingRule, () => ({
    around: {
      'POST parts': (visit, next) => {
        const answer = next();
        return visit.parent
          ? answer
          : createJsonAnswer(201, { id: visit.id }, { location: `/orders/${visit.id}/parts/1` });
      },
    },
  })),
  createSubtleFault('missing-order-fails', 'POST of a part of a missing order returns 500.', missingRule, () => ({
    around: {
      'POST parts': (visit, next) => (visit.parent ? next() : createProblem(500, 'A foreign key was violated.')),
    },
  })),
  createSubtleFault(
    'part-is-found-below-a-missing-order',
    'GET of a part below a missing order returns the part.',
    missingRule,
    () => ({
      around: {
        'GET part': (visit, next) =>
          visit.parent ? next() : next(findPartAnywhere({ ...visit, id: readLastId(visit) })),
      },
    }),
  ),
  createSubtleFault(
    'missing-order-lists-parts-of-others',
    'The list of parts of a missing order shows the parts of another order.',
    missingRule,
    () => ({
      around: {
        'GET parts': (visit, next) => {
          const [parent] = listOrders(visit).filter((order) => openParts(order, visit.service.settings).byId.size > 0);
          if (visit.parent || !parent) return next();
          const orders = openParts(parent, visit.service.settings);
          return next({ ...visit, parent, service: { ...visit.service, orders } });
        },
      },
    }),
  ),
  createSubtleFault(
    'missing-order-has-an-empty-list',
    'The list of parts of a missing order is an empty page.',
    missingRule,
    () => ({
      around: {
        'GET parts': (visit, next) => (visit.parent ? next() : createJsonAnswer(200, { items: [] })),
      },
    }),
  ),
  createFault(
    'key-of-a-part-ignores-its-order',
    'A key that was used below one order returns its part below every other order.',
    keyRule,
    () => ignoreParent(() => true),
  ),
  createSubtleFault(
    'key-of-a-marked-part-ignores-its-order',
    'A key that was used for a part with a short customer returns this part below every other order.',
    keyRule,
    () => ignoreParent(({ content }) => content.length < 2000),
  ),
].map((fault) => requireDialects(fault, dialect));

const filteredFaults: readonly InjectedFault[] = [
  createFault(
    'filtered-parts-of-all-orders',
    'A filtered list of parts also has the parts of other orders.',
    belongsRule,
    () => ({
      around: {
        'GET parts': (visit, next) => (visit.query.has('priority') ? addPartsOfOthers(visit, next()) : next()),
      },
    }),
  ),
  createSubtleFault(
    'parts-with-usual-priority-of-all-orders',
    'The list of parts with a normal or low priority also has such parts of other orders.',
    belongsRule,
    () => ({
      around: {
        'GET parts': (visit, next) =>
          /^(normal|low)$/.test(visit.query.get('priority') ?? '') ? addPartsOfOthers(visit, next()) : next(),
      },
    }),
  ),
].map((fault) => requireDialects(fault, dialect, 'filtered-lists'));

/** Faults of the parts of orders, a collection below each order. */
export const nestingFaults: readonly InjectedFault[] = [...shippedFaults, ...partFaults, ...filteredFaults];

const ignoreParent = (isMeant: (visit: RequestContext) => boolean): FaultSteps => ({
  keys: (use, next) =>
    use.visit.resource === 'parts' && isMeant(use.visit) ? next({ ...use, scope: 'parts' }) : next(use),
});

/** The id of the part in the path; the request context has none where its order is missing. */
const readLastId = ({ target }: RequestContext): string =>
  decodeURIComponent(target.split('?')[0]?.split('/').at(-1) ?? '');

/** Adds the selected parts of other orders to a page. */
function addPartsOfOthers(visit: RequestContext, answer: Answer): Answer {
  const others = listOrders(visit).filter((order) => order !== visit.parent);
  const parts = others.flatMap((order) => [...openParts(order, visit.service.settings).byId.values()]);
  const selected = parts.filter(({ input }) => (input.priority ?? 'normal') === visit.query.get('priority'));
  return selected.reduce(
    (page, part) => changeMembers(page, (body) => appendEntry(body, representEntry(visit.service, part))),
    answer,
  );
}

const appendEntry = (body: JsonObject, entry: JsonObject): JsonObject =>
  Array.isArray(body.items) && isObject(entry) ? { ...body, items: [...body.items, entry] } : body;
