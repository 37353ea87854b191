import type { Order } from '../orders/order.js';
import type { Sequence } from '../orders/sequence.js';
import type { LinkQuery, PageSteps, RequestContext } from '../request-context.js';

/** The filters and the order of a request; none in the dialects without filters. */
export const readFilters = ({ query, service }: RequestContext): LinkQuery =>
  service.settings.hasFilters
    ? Object.fromEntries(
        filterParameters.flatMap(({ name }) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])),
      )
    : {};

/** The orders of a list that its filters select, by position. */
export type OrderView = Pick<Sequence, 'size' | 'after' | 'slice' | 'behind' | 'opening'>;

/** The orders that the filters of a request select, sorted as it says; `steps` may replace both. */
export function filterOrders(visit: RequestContext, { filter, sort }: PageSteps): OrderView {
  const { sequence } = visit.service.orders;
  const { sort: order, q: searched, ...filters } = readFilters(visit);
  if (order === undefined && searched === undefined && Object.keys(filters).length === 0) return sequence;
  const isSelected = (one: Order): boolean => {
    const isFound = searched === undefined || String(one.input.customer).toLowerCase().includes(searched.toLowerCase());
    const correct = isFound && Object.entries(filters).every(([name, value]) => isSelectedBy(one, name, value, visit));
    return filter ? filter(one, correct, visit) : correct;
  };
  const select = (orders: readonly Order[], count: number) => orders.filter(isSelected).slice(0, count);
  if (order !== undefined) return viewSorted(select(sequence.slice(0, everything), everything), order, visit, sort);
  return {
    size: select(sequence.slice(0, everything), everything).length,
    after: (position, count) => select(sequence.after(position, everything), count),
    slice: (start, count) => select(sequence.slice(0, everything), everything).slice(start, start + count),
    behind: (one, start) => sequence.behind(one, start),
    opening: () => sequence.opening(),
  };
}

function viewSorted(
  orders: readonly Order[],
  order: string,
  visit: RequestContext,
  sort: PageSteps['sort'],
): OrderView {
  const name = order.replace(/^-/, '');
  const sign = order.startsWith('-') ? -1 : 1;
  const read = (one: Order) => (name === 'created' ? '' : String(getMember(one, name)));
  const direction = name === 'created' ? sign : 1;
  const correct = [...orders].sort(
    (one, other) => sign * compareTexts(read(one), read(other)) || direction * (one.position - other.position),
  );
  const sorted = sort ? sort(correct, visit) : correct;
  const findStart = (position: number) =>
    position === 0 ? 0 : sorted.findIndex((one) => one.position === position) + 1;
  return {
    size: sorted.length,
    after: (position, count) => sorted.slice(findStart(position)).slice(0, count),
    slice: (start, count) => sorted.slice(start, start + count),
    behind: ({ position }) => position,
    opening: () => 0,
  };
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Whether an order has the value of a filter; by a part of the customer in the dialect that says so. */
function isSelectedBy(order: Order, name: string, value: string, { service }: RequestContext): boolean {
  if (name === 'minQuantity') return Number(order.input.quantity) >= Number(value);
  if (name === 'maxQuantity') return Number(order.input.quantity) <= Number(value);
  const text = String(getMember(order, name));
  return name === 'customer' && service.settings.filtersByPart
    ? text.toLowerCase().includes(value.toLowerCase())
    : text === value;
}

const everything = Number.MAX_SAFE_INTEGER;

const getMember = (order: Order, name: string) => (name === 'status' ? order.status : order.input[name]);

/**
 * The query parameters of filters and order, as the document describes them: filters have the names of members, bounds of the
 * quantity are included, and a minus sign sorts in the opposite order.
 */
export const filterParameters = [
  { name: 'customer', in: 'query', schema: { type: 'string' } },
  { name: 'priority', in: 'query', schema: { type: 'string', enum: ['low', 'normal', 'high'] } },
  { name: 'status', in: 'query', schema: { type: 'string', enum: ['pending', 'paid', 'cancelled', 'refunded'] } },
  { name: 'q', in: 'query', description: 'A part of the customer.', schema: { type: 'string' } },
  {
    name: 'sort',
    in: 'query',
    schema: { type: 'string', enum: ['created', '-created', 'customer', '-customer'], default: 'created' },
  },
  { name: 'minQuantity', in: 'query', schema: { type: 'integer', minimum: 0 } },
  { name: 'maxQuantity', in: 'query', schema: { type: 'integer', minimum: 0 } },
];
