import type { Answer } from '../service/http/answer.js';
import { isObject, type JsonObject } from '../service/http/json.js';
import type { Order } from '../service/orders/order.js';
import { representOrder } from '../service/orders/represent.js';
import type { RequestContext, Service } from '../service/request-context.js';

export const isSuccess = (answer: Answer): boolean => answer.status >= 200 && answer.status < 300;

/** Changes members of the content; responses without an object stay unchanged. */
export function changeMembers(answer: Answer, change: (body: JsonObject) => JsonObject): Answer {
  return isObject(answer.body) ? { ...answer, body: change(answer.body) } : answer;
}

/** Replaces the order in a response by its current state. */
export const showCurrentOrder = (service: Service, order: Order, answer: Answer): Answer =>
  isObject(answer.body) ? { ...answer, body: representOrder(service, order) } : answer;

export function dropOrder(service: Service, order: Order): void {
  service.orders.byId.delete(order.id);
  service.orders.sequence.remove(order);
}

/** Changes the stored members of an order without a request. */
export function changeStoredMembers(service: Service, order: Order, members: JsonObject): void {
  service.orders.write(order, { input: { ...order.input, ...members } });
}

/** Counts calls by name. */
export function createCounter(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}

/** Counts how often in a row an order was sent the same content, including this time. */
export function createRepetitionCounter(): (visit: RequestContext) => number {
  const last = new Map<string, { readonly text: string; readonly times: number }>();
  return ({ id, content }) => {
    const text = content.toString();
    const before = last.get(id);
    const times = before?.text === text ? before.times + 1 : 1;
    last.set(id, { text, times });
    return times;
  };
}
