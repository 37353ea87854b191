import type { Answer } from '../service/http/answer.js';
import { isObject, type Json, type JsonObject } from '../service/http/json.js';
import type { Order } from '../service/orders/order.js';
import { representOrder } from '../service/orders/represent.js';
import type { RequestContext, Service } from '../service/request-context.js';

/** Whether an answer is of class 2xx. */
export const isSuccess = (answer: Answer): boolean => answer.status >= 200 && answer.status < 300;

/** The answer with members of its content changed; answers without an object stay as they are. */
export function changeMembers(answer: Answer, change: (body: JsonObject) => JsonObject): Answer {
  return isObject(answer.body) ? { ...answer, body: change(answer.body) } : answer;
}

/** The answer showing the order as it is now, where it shows one. */
export const showCurrentOrder = (service: Service, order: Order, answer: Answer): Answer =>
  isObject(answer.body) ? { ...answer, body: representOrder(service, order) } : answer;

/** Drops an order without a trace. */
export function dropOrder(service: Service, order: Order): void {
  service.orders.byId.delete(order.id);
  service.orders.sequence.remove(order);
}

/** Puts the order's stored members in another state, as no client asked for. */
export function changeStoredMembers(service: Service, order: Order, members: JsonObject): void {
  service.orders.write(order, { input: { ...order.input, ...members } });
}

/** The member of a refused value. */
export const getSentMember = (answer: Answer, name: string): Json | undefined =>
  isObject(answer.refused?.value) ? answer.refused.value[name] : undefined;

/** Names of the members that a refusal complains about. */
export const listFlawedMembers = (answer: Answer): readonly string[] =>
  (answer.refused?.complaints ?? []).map(({ pointer }) => pointer.split('/')[1] ?? '');

/** Counts up for each name. */
export function createCounter(): (name: string) => number {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count;
  };
}

/** How often in a row an order was sent the same content, this time included. */
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
