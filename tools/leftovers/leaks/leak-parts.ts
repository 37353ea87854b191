import { type Answer, type AnswerResult, createProblem } from '../../../src/demo/service/http/answer.js';
import { isObject, type Json, type JsonObject } from '../../../src/demo/service/http/json.js';
import type { Order } from '../../../src/demo/service/orders/order.js';
import { getOrderPath } from '../../../src/demo/service/orders/order-links.js';
import { Orders } from '../../../src/demo/service/orders/orders.js';
import { representOrder } from '../../../src/demo/service/orders/represent.js';
import type { RequestContext, Service } from '../../../src/demo/service/request-context.js';
import type { LeakyHandler, LeakyRequest } from '../leak.js';

/** Carries creations out, and answers some of them with 500; `isFailing` gets the number of the creation. */
export function failCreations(isFailing: (n: number) => boolean): LeakyHandler {
  let n = 0;
  return (asked) => {
    if (!isCreation(asked)) return asked.proceed();
    n += 1;
    if (!isFailing(n)) return asked.proceed();
    return withAnswer(asked.proceed(), (answer) =>
      answer.status < 300 ? asked.finish(createProblem(500, 'The service failed.')) : answer,
    );
  };
}

/** Stores the readable content of a refused creation. */
export function storeRefused(asked: LeakyRequest): AnswerResult {
  return withAnswer(asked.proceed(), (answer) => {
    if (!isCreation(asked) || (answer.status !== 400 && answer.status !== 422)) return answer;
    const sent = readJson(asked);
    if (isObject(sent)) asked.service.orders.make({ customer: 'unnamed', quantity: 1, ...keepTexts(sent) });
    return answer;
  });
}

function readJson({ request }: LeakyRequest): Json | undefined {
  try {
    return JSON.parse(request.content.toString());
  } catch {
    return undefined;
  }
}

/** The texts of a body, so that what is stored can be shown. */
const keepTexts = (sent: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(sent).filter(([name, value]) => name !== 'id' && typeof value === 'string'));

/** A list with some of its orders. */
export function filterList(visit: RequestContext, isShown: (order: Order) => boolean): RequestContext {
  if (visit.resource !== 'orders') return visit;
  const { service } = visit;
  const view = new Orders(service.ids, undefined, service.settings);
  const all = [...service.orders.byId.values()].filter(isShown);
  view.sequence.show(all, service.orders.sequence.lastPosition);
  for (const order of all) view.byId.set(order.id, order);
  return { ...visit, service: { ...service, orders: view } };
}

/** Removes DELETE from the document. */
export function hideFromDocument({ request }: LeakyRequest, answer: Answer): Answer {
  if (!/openapi/.test(request.target) || !isObject(answer.body) || !isObject(answer.body.paths)) return answer;
  const paths = Object.entries(answer.body.paths).map(([path, item]) => {
    if (!isObject(item)) return [path, item];
    const { delete: _, ...rest } = item;
    return [path, rest];
  });
  return { ...answer, body: { ...answer.body, paths: Object.fromEntries(paths) } };
}

/** An answer with an order. */
export const answerOrder = (service: Service, order: Order, status: number): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...(status === 201 && { location: getOrderPath(order) }) },
  body: representOrder(service, order),
});

/** Whether a request is a POST to the list. */
export const isCreation = ({ request: { method, target } }: LeakyRequest): boolean =>
  method === 'POST' && target.split('?')[0] === '/orders';

/** The id in the path of an order, for requests with this method. */
export const readId = ({ request }: LeakyRequest, method: string): string | undefined =>
  request.method === method ? /^\/orders\/([^/?]+)$/.exec(request.target)?.[1] : undefined;

/** Changes an answer that comes now or later. */
export const withAnswer = (answering: AnswerResult, go: (answer: Answer) => Answer): AnswerResult =>
  answering instanceof Promise ? answering.then(go) : go(answering);
