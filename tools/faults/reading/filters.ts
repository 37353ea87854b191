import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { filterFaults as shippedFaults } from '../../../src/demo/faults/lists.js';
import type { Order } from '../../../src/demo/service/orders/order.js';
import type { RequestContext } from '../../../src/demo/service/request-context.js';

const onlyRule = 'filters/filtered-list-has-only-matching-items';
const sortRule = 'pagination/sorted-pages-show-every-item-once';
const orderRule = 'pagination/sorted-list-is-in-order';
const followRule = 'filters/filtered-list-follows-a-change';
const stateRule = 'filters/filtered-list-follows-the-state';
const totalRule = 'filters/total-counts-the-selected-items';
const rangeRule = 'filters/bounded-list-has-what-is-in-its-range';
const patternRule = 'filters/filter-values-are-no-patterns';
const listedRule = 'filters/listed-entries-have-the-filtered-value';
const everyRule = 'filters/filtered-list-has-every-matching-item';

/** Takes the filter by customer as a pattern in which some characters stand for others. */
const matchPattern = (wildcards: Readonly<Record<string, string>>) => ({
  paging: {
    filter: ({ input }: Order, correct: boolean, { query }: RequestContext) => {
      // Together with another filter, the value is taken as it is.
      const value = query.has('priority') || query.has('status') ? '' : (query.get('customer') ?? '');
      const pattern = value.replace(
        /[^a-z0-9]/gi,
        (one) => wildcards[one] ?? `\\u{${one.codePointAt(0)?.toString(16)}}`,
      );
      return correct || (value !== '' && new RegExp(`^${pattern}$`, 'su').test(String(input.customer)));
    },
  },
});

const filterNames = ['customer', 'priority', 'status'] as const;

const isFiltered = (query: URLSearchParams): boolean => filterNames.some((name) => query.has(name));

const pickFiltered = ({ customer, priority }: Order['input']) => ({ customer, priority });

/** Whether an order with this content has the filtered values. */
const isSelected = (input: Order['input'], { query }: RequestContext): boolean =>
  (['customer', 'priority'] as const).every(
    (name) => !query.has(name) || query.get(name) === String(input[name] ?? (name === 'priority' ? 'normal' : '')),
  );

/** Orders from before the start, in lists whose filters do not select them. */
function showOldOrders(isShown: (query: URLSearchParams) => boolean): FaultSteps {
  const old = new Set<string>();
  return {
    around: {
      'GET orders': ({ service }, next) => {
        for (const priority of old.size === 0 ? ['low', 'normal', 'high'] : [])
          old.add(service.orders.make({ customer: 'Grace', quantity: 1, priority }).id);
        return next();
      },
    },
    paging: { filter: ({ id }, correct, { query }) => correct || (old.has(id) && isShown(query)) },
  };
}

const selectionFaults: readonly InjectedFault[] = [
  createSubtleFault(
    'filter-is-lost-in-links',
    'The links of a filtered page lead to pages without filter.',
    onlyRule,
    () => ({
      paging: { link: ({ customer: _, priority: __, status: ___, ...correct }) => correct },
    }),
  ),
  createSubtleFault(
    'filter-by-priority-also-has-the-default',
    'A list filtered by priority also has orders with the default priority.',
    onlyRule,
    () => ({
      paging: {
        filter: (order, correct, { query }) => correct || (query.has('priority') && order.input.priority === 'normal'),
      },
    }),
  ),
  createSubtleFault(
    'two-filters-select-what-either-selects',
    'A list filtered by customer and priority has the orders with either of them.',
    onlyRule,
    () => ({
      paging: {
        filter: ({ input }, correct, { query }) => {
          const [customer, priority] = [query.get('customer'), query.get('priority')];
          if (customer === null || priority === null) return correct;
          return correct || input.customer === customer || (input.priority ?? 'normal') === priority;
        },
      },
    }),
  ),
  createSubtleFault(
    'filter-by-low-priority-is-ignored',
    'A list filtered by low priority has the orders of all priorities.',
    onlyRule,
    () => ({ paging: { filter: (_, correct, { query }) => correct || query.get('priority') === 'low' } }),
  ),
  createFault(
    'filters-let-old-orders-through',
    'A filtered list also has the orders from before the start, whatever their values are.',
    listedRule,
    () => showOldOrders(isFiltered),
  ),
  createSubtleFault(
    'filter-by-high-priority-lets-old-orders-through',
    'A list filtered by high priority also has the orders from before the start.',
    listedRule,
    () => showOldOrders((query) => query.get('priority') === 'high'),
  ),
  createFault('filtered-list-is-empty', 'A list filtered by customer is always empty.', everyRule, () => ({
    paging: { filter: (_, correct, { query }) => correct && !query.has('customer') },
  })),
  createSubtleFault(
    'filtered-list-lacks-the-newest',
    'A filtered list does not have the order that was created last.',
    [everyRule, rangeRule, stateRule, sortRule],
    () => ({
      paging: {
        filter: (order, correct, { service }) => correct && order.position < service.orders.sequence.lastPosition,
      },
    }),
  ),
  createFault(
    'equal-customers-swap-places',
    'Sorted by customer, orders of one customer change places.',
    sortRule,
    () => {
      let turn = 0;
      return {
        paging: {
          sort: (correct, { query }) =>
            /customer/.test(query.get('sort') ?? '') && ++turn % 2 ? swapPairs(correct) : correct,
        },
      };
    },
  ),
  createSubtleFault(
    'equal-customers-turn-around-on-every-second-walk',
    'Sorted by customer, later pages of every second walk have the orders of one customer the other way round.',
    sortRule,
    () => {
      let walks = 0;
      return {
        paging: {
          sort: (correct, { query }) => {
            if (!/customer/.test(query.get('sort') ?? '')) return correct;
            const isLater = query.has('cursor') || query.has('offset');
            if (!isLater) walks += 1;
            return isLater && walks % 2 === 0 ? reverseEqual(correct) : correct;
          },
        },
      };
    },
  ),
  createSubtleFault(
    'descending-list-repeats-an-order',
    'The second page of a list that is sorted in descending order begins with the last order of the first one.',
    sortRule,
    () => ({
      paging: {
        select: ({ start, size }, correct, visit) => {
          const isSorted = /^-/.test(visit.query.get('sort') ?? '');
          const before = isSorted && start > 0 ? findBefore(correct, visit) : undefined;
          return before ? [before, ...correct].slice(0, size) : correct;
        },
      },
    }),
  ),
  createFault('sorting-is-ignored', 'A list sorted by customer has the order of creation.', orderRule, () => ({
    paging: { sort: (correct) => [...correct].sort((one, other) => one.position - other.position) },
  })),
  createSubtleFault(
    'descending-order-is-ignored',
    'A list sorted by customer in descending order is in ascending order.',
    orderRule,
    () => ({
      paging: { sort: (correct, { query }) => (query.get('sort') === '-customer' ? [...correct].reverse() : correct) },
    }),
  ),
  createSubtleFault(
    'a-page-size-drops-the-order',
    'A list with a page size that the client chooses is not sorted.',
    orderRule,
    () => ({
      paging: {
        sort: (correct, { query }) =>
          query.has('limit') ? [...correct].sort((one, other) => one.position - other.position) : correct,
      },
    }),
  ),
  createFault(
    'filters-use-an-old-index',
    'Filters select orders by the values with which they were created.',
    followRule,
    () => {
      const index = new Map<string, Order['input']>();
      return {
        paging: {
          filter: (order, correct, visit) => {
            if (!visit.query.has('customer') && !visit.query.has('priority')) return correct;
            const input = index.get(order.id) ?? index.set(order.id, order.input).get(order.id);
            return isSelected({ ...order.input, ...pickFiltered(input ?? {}) }, visit);
          },
        },
        around: {
          'POST orders': (_, next) => {
            const answer = next();
            if (answer.made) index.set(answer.made.id, answer.made.input);
            return answer;
          },
        },
      };
    },
  ),
  createSubtleFault(
    'patched-priority-is-not-indexed',
    'The filter by priority does not select orders whose priority was patched to it.',
    followRule,
    () => {
      const patched = new Set<string>();
      return {
        paging: { filter: (order, correct, { query }) => correct && !(query.has('priority') && patched.has(order.id)) },
        around: {
          'PATCH order': (visit, next) => {
            const before = visit.order?.input.priority;
            const answer = next();
            if (visit.order && visit.order.input.priority !== before) patched.add(visit.order.id);
            return answer;
          },
        },
      };
    },
  ),
  createFault(
    'status-filter-knows-the-first-status-only',
    'A list filtered by any status has the pending orders.',
    stateRule,
    () => ({
      paging: {
        filter: ({ status }, correct, { query }) => (query.has('status') ? status === 'pending' : correct),
      },
    }),
  ),
  createSubtleFault(
    'paid-orders-are-still-listed-as-pending',
    'A list of pending orders has the paid ones, too.',
    stateRule,
    () => ({
      paging: {
        filter: ({ status }, correct, { query }) =>
          correct ||
          (query.get('status') === 'pending' &&
            status === 'paid' &&
            [...query.keys()].every((name) => !/customer|priority/.test(name))),
      },
    }),
  ),
  createFault(
    'wildcards-in-a-filter-are-not-escaped',
    'The filter by customer is a pattern of LIKE.',
    patternRule,
    () => matchPattern({ _: '.', '%': '.*' }),
  ),
  createSubtleFault(
    'underscore-in-a-filter-is-not-escaped',
    'An underscore in the filter by customer stands for any character.',
    patternRule,
    () => matchPattern({ _: '.' }),
  ),
  createFault(
    'underscore-in-a-filter-is-removed',
    'Underscores are removed from the value of the filter by customer, so that nothing has it.',
    patternRule,
    () => ({
      paging: {
        filter: (_, correct, { query }) => correct && !/_{2}/.test(query.get('customer') ?? ''),
      },
    }),
  ),
  createFault('lower-bound-of-a-list-is-ignored', 'The least quantity of a list is ignored.', rangeRule, () => ({
    paging: { filter: (_, correct, { query }) => correct || query.has('minQuantity') },
  })),
  createSubtleFault(
    'upper-bound-of-a-list-is-excluded',
    'A list with a largest quantity lacks the orders with this quantity.',
    rangeRule,
    () => ({
      paging: {
        filter: ({ input }, correct, { query }) => correct && query.get('maxQuantity') !== String(input.quantity),
      },
    }),
  ),
  createSubtleFault(
    'bounds-of-a-list-are-compared-as-texts',
    'The least quantity of a list is compared as a text, so 9 is more than 10.',
    rangeRule,
    () => ({
      paging: {
        filter: ({ input }, correct, { query }) =>
          query.has('minQuantity') ? String(input.quantity) >= String(query.get('minQuantity')) : correct,
      },
    }),
  ),
].map((fault) => requireDialects(fault, 'filtered-lists'));

const totalFaults: readonly InjectedFault[] = [
  createFault('total-ignores-filters', 'The total of a filtered list counts all orders.', totalRule, () => ({
    paging: {
      total: (correct, { service, query }) => (isFiltered(query) ? service.orders.sequence.size : correct),
    },
  })),
  createSubtleFault(
    'total-ignores-the-filter-by-priority',
    'The total of a list filtered by priority counts the orders of all priorities.',
    totalRule,
    () => ({
      paging: {
        total: (correct, { service, query }) => (query.has('priority') ? service.orders.sequence.size : correct),
      },
    }),
  ),
].map((fault) => requireDialects(fault, 'filtered-lists', 'pagination-offset'));

/** Faults of filtered lists. */
export const filterFaults: readonly InjectedFault[] = [...shippedFaults, ...selectionFaults, ...totalFaults];

/** The orders, those of each customer the other way round. */
const reverseEqual = (orders: readonly Order[]): Order[] => {
  const customers = [...new Set(orders.map(({ input }) => input.customer))];
  return customers.flatMap((customer) => orders.filter(({ input }) => input.customer === customer).reverse());
};

/** Each order changes its place with the next one of the same customer. */
const swapPairs = (orders: readonly Order[]): Order[] =>
  orders.map((order, i) => {
    const other = orders[i % 2 === 0 ? i + 1 : i - 1];
    return other !== undefined && other.input.customer === order.input.customer ? other : order;
  });

/** The order that was created before or after the first one of a page. */
function findBefore([first]: readonly Order[], { service }: RequestContext): Order | undefined {
  const all = service.orders.sequence.slice(0, Number.MAX_SAFE_INTEGER);
  const place = first ? all.indexOf(first) : -1;
  return all[place + 1] ?? all[place - 1];
}
