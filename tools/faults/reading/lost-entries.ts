import { isSuccess } from '../../../src/demo/faults/alter-answer.js';
import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { createPagingSteps } from '../../../src/demo/faults/lists.js';
import type { Answer } from '../../../src/demo/service/http/answer.js';
import type { Json } from '../../../src/demo/service/http/json.js';
import type { Order } from '../../../src/demo/service/orders/order.js';
import { requiredMembers } from '../../../src/demo/service/orders/schemas.js';

const sameRule = 'pagination/small-pages-show-what-large-pages-show';
const shownRule = 'caching/write-is-visible-in-the-list';
const lateRule = 'caching/created-items-are-listed-in-time';
const listedRule = 'pagination/created-items-are-listed';
const effectRule = 'pagination/paging-parameters-have-an-effect';
const minimalRule = 'pagination/minimal-items-are-listed';

/** Faults of lists that show orders as they were. */
export const staleEntryFaults: readonly InjectedFault[] = [
  createFault(
    'list-shows-orders-as-created',
    'The list shows orders as they were when they were created.',
    shownRule,
    () => {
      const first = new Map<string, Order>();
      return {
        around: {
          'POST orders': (_visit, next) => {
            const answer = next();
            if (answer.made) first.set(answer.made.id, { ...answer.made });
            return answer;
          },
        },
        paging: {
          select: (_, correct) => correct.map((order) => ({ ...order, input: (first.get(order.id) ?? order).input })),
        },
      };
    },
  ),
  createSubtleFault(
    'list-shows-the-note-before-the-last-patch',
    'The list shows the note that an order had before the last PATCH.',
    shownRule,
    () => {
      const notes = new Map<string, Json>();
      return {
        around: {
          'PATCH order': (visit, next) => {
            const before = visit.order?.input.note;
            const answer = next();
            if (isSuccess(answer) && before !== undefined) notes.set(visit.id, before);
            return answer;
          },
        },
        paging: {
          select: (_, correct) =>
            correct.map((order) => {
              const note = notes.get(order.id);
              return note === undefined ? order : { ...order, input: { ...order.input, note } };
            }),
        },
      };
    },
  ),
];

/** Faults of lists that show orders later than the profile says. */
export const lateEntryFaults: readonly InjectedFault[] = [
  createFault(
    'new-orders-are-missing-in-the-next-list',
    'The first list after a creation lacks the new order.',
    lateRule,
    () => delayEntries(() => true),
  ),
  createSubtleFault(
    'new-orders-with-a-note-are-missing-in-the-next-list',
    'The first list after the creation of an order with a note lacks this order.',
    lateRule,
    () => delayEntries(({ input }) => input.note !== undefined),
  ),
].map((fault) => requireDialects(fault, 'lists-are-current'));

/** Leaves out orders on the pages of the first list after their creation. */
function delayEntries(isMeant: (order: Order) => boolean): FaultSteps {
  const shown = new Set<string>();
  let left = new Set<string>();
  return {
    paging: {
      select: ({ start }, correct, { service }) => {
        if (start === 0) {
          const all = [...service.orders.byId.values()].filter(isMeant);
          left = new Set(all.filter(({ id }) => !shown.has(id)).map(({ id }) => id));
          for (const { id } of all) shown.add(id);
        }
        return correct.filter(({ id }) => !left.has(id));
      },
    },
  };
}

/** Faults of lists that lose entries: of others in small pages, or created ones altogether. */
export const lostEntryFaults: readonly InjectedFault[] = [
  ...[
    createFault(
      'small-archive-pages-skip-an-order',
      'The second page of the archive skips an order.',
      sameRule,
      () => ({
        paging: {
          select: ({ start }, correct, { resource }) =>
            resource === 'archive' && start > 0 ? correct.slice(1) : correct,
        },
      }),
    ),
    createSubtleFault(
      'archive-pages-of-one-repeat-an-order',
      'Pages of the archive begin with the first order again.',
      sameRule,
      () => ({
        paging: {
          select: ({ start, size }, correct, { resource, service }) =>
            resource === 'archive' && start > 0
              ? [...service.orders.sequence.slice(0, 1), ...correct.slice(1, size)]
              : correct,
        },
      }),
    ),
  ].map((fault) => requireDialects(fault, 'two-collections')),
  requireDialects(
    createSubtleFault(
      'archive-changes-places',
      'The first orders of the archive change places with each request.',
      sameRule,
      () => {
        let requests = 0;
        return {
          paging: {
            select: ({ start, size }, correct, { resource, service }) => {
              if (resource !== 'archive') return correct;
              const all = service.orders.sequence.slice(0, Number.MAX_SAFE_INTEGER);
              const turned = (requests++ * 7) % 11;
              const first = [...all.slice(turned, 11), ...all.slice(0, turned)];
              return [...first, ...all.slice(11)].slice(start, start + size);
            },
          },
        };
      },
    ),
    'two-collections',
    'pagination-offset',
  ),
  requireDialects(
    createFault(
      'archive-ignores-the-offset',
      'The list of the archive begins with its first order, whatever the offset.',
      effectRule,
      beginArchive((_, correct) => (typeof correct === 'number' ? 0 : correct)),
    ),
    'two-collections',
    'pagination-offset',
  ),
  requireDialects(
    createSubtleFault(
      'archive-pages-are-the-first-one',
      'Pages of the archive with at most two entries are the first one, whatever their number.',
      effectRule,
      beginArchive((size, correct) => (typeof correct === 'number' && size <= 2 ? 0 : correct)),
    ),
    'two-collections',
    'pagination-page',
  ),
  createFault('created-orders-are-never-listed', 'No order that is created appears in the list.', listedRule, () => ({
    around: {
      'POST orders': (visit, next) => {
        const answer = next();
        if (isSuccess(answer) && answer.made) visit.service.orders.sequence.remove(answer.made);
        return answer;
      },
    },
  })),
  createFault('post-creates-two-orders', 'POST of an order stores it twice.', listedRule, () => ({
    around: {
      'POST orders': (_, next) => {
        const first = next();
        return isSuccess(first) && first.made ? next() : first;
      },
    },
  })),
  createSubtleFault(
    'some-orders-are-not-listed',
    'Every second order that is created does not appear in the list.',
    listedRule,
    () => {
      let made = 0;
      return {
        around: {
          'POST orders': (visit, next) => {
            const answer = next();
            made += 1;
            if (isSuccess(answer) && answer.made && made % 2 === 0) visit.service.orders.sequence.remove(answer.made);
            return answer;
          },
        },
      };
    },
  ),
  createFault(
    'orders-without-optional-members-are-never-listed',
    'An order that is created without optional members, note and priority aside, never appears in the list.',
    minimalRule,
    () => ({
      around: {
        'POST orders': (visit, next) => {
          const answer = next();
          if (isSuccess(answer) && answer.made && isMinimal(answer.made))
            visit.service.orders.sequence.remove(answer.made);
          return answer;
        },
      },
    }),
  ),
  createSubtleFault(
    'orders-without-optional-members-are-last-in-line',
    'The list leaves out orders without optional members, note and priority aside, as long as there are others.',
    minimalRule,
    () => ({
      paging: {
        select: (_, correct) => {
          const others = correct.filter((order) => !isMinimal(order));
          return others.length > 0 ? others : correct;
        },
      },
    }),
  ),
];

/** Changes where pages of the archive begin. */
function beginArchive(begin: (size: number, correct: number | Answer) => number | Answer) {
  return createPagingSteps({
    start: (_, correct, { resource, query, service }) =>
      resource === 'archive' ? begin(Number(query.get(service.pages.sizeName) ?? Number.NaN), correct) : correct,
  });
}

/** The priority has a default. */
const plainMembers: readonly string[] = [...requiredMembers, 'note', 'priority'];

const isMinimal = ({ input }: Order): boolean => Object.keys(input).every((name) => plainMembers.includes(name));
