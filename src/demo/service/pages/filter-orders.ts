import type { JsonObject } from '../http/json.js';
import type { Order } from '../orders/order.js';
import type { Sequence } from '../orders/sequence.js';
import type { LinkQuery, PageSteps, RequestContext } from '../request-context.js';

/** The members by which lists can be filtered, and the query parameters of the same names. */
const filterNames = ['customer', 'priority', 'status'] as const;

/** The filters of a request; none in the dialects without filters. */
export const readFilters = ({ query, service }: RequestContext): LinkQuery =>
  service.settings.hasFilters
    ? Object.fromEntries(filterNames.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])))
    : {};

/** The orders of a list that its filters select, by position. */
export type OrderView = Pick<Sequence, 'size' | 'after' | 'slice' | 'behind' | 'opening'>;

/** The orders that the filters of a request select; `steps` may replace the decision. */
export function filterOrders(visit: RequestContext, { filter }: PageSteps): OrderView {
  const { sequence } = visit.service.orders;
  const filters = Object.entries(readFilters(visit));
  if (filters.length === 0) return sequence;
  const isSelected = (order: Order): boolean => {
    const correct = filters.every(([name, value]) => String(getMember(order, name)) === value);
    return filter ? filter(order, correct, visit) : correct;
  };
  const select = (orders: readonly Order[], count: number) => orders.filter(isSelected).slice(0, count);
  return {
    size: select(sequence.slice(0, everything), everything).length,
    after: (position, count) => select(sequence.after(position, everything), count),
    slice: (start, count) => select(sequence.slice(0, everything), everything).slice(start, start + count),
    behind: (order, start) => sequence.behind(order, start),
    opening: () => sequence.opening(),
  };
}

const everything = Number.MAX_SAFE_INTEGER;

const getMember = (order: Order, name: string) => (name === 'status' ? order.status : order.input[name]);

/** The query parameters of the filters, as the document describes them. */
export const filterParameters: readonly JsonObject[] = [
  { name: 'customer', in: 'query', schema: { type: 'string' } },
  { name: 'priority', in: 'query', schema: { type: 'string', enum: ['low', 'normal', 'high'] } },
  { name: 'status', in: 'query', schema: { type: 'string', enum: ['pending', 'paid', 'cancelled', 'refunded'] } },
];
