import { answerRequest, finishAnswer } from '../../src/demo/service/answer-request.js';
import { hostServer } from '../../src/demo/service/http/host-server.js';
import type { JsonObject } from '../../src/demo/service/http/json.js';
import { createAnswerServer } from '../../src/demo/service/http/server.js';
import { openService } from '../../src/demo/service/open-service.js';
import type { Order } from '../../src/demo/service/orders/order.js';
import type { Service } from '../../src/demo/service/request-context.js';
import { createSeededRandom } from '../../src/demo/service/seeded-random.js';
import { createSettings } from '../../src/demo/variants/variants.js';
import type { Leak } from './leak.js';

/** A running orders service that leaks, with orders of other clients in it. */
export interface LeakyService {
  readonly url: string;
  /** Orders that requests created and that still exist, including those that are only marked as deleted. */
  countOurs(): number;
  /** Those of them that show no marker of a run, so that nothing proves who created them. */
  countUnmarked(): number;
  /** Paths of the orders that existed before and no longer do. */
  listDestroyed(): string[];
  /** Paths of the orders that existed before and are changed. */
  listChanged(): string[];
  /** Methods and paths of the unsafe requests that arrived, in order. */
  readonly writes: readonly string[];
  /** Calls back when so many unsafe requests have arrived. */
  onWrite(count: number, call: () => void): void;
  close(): Promise<void>;
}

/** Starts the orders service with a leak, on a free port of the loopback. */
export async function startLeakyService(leak: Leak, seed: number): Promise<LeakyService> {
  const settings = { ...createSettings(leak.dialect ?? []), ...leak.sets, seed };
  const service = openService(settings, leak.steps?.() ?? {});
  const existing = createExistingOrders(service, leak.existing ?? 12);
  const around = leak.open(createSeededRandom(seed, leak.name));
  const writes: string[] = [];
  const waiting: { readonly count: number; readonly call: () => void }[] = [];
  const server = createAnswerServer(
    (request) => {
      if (!/^(GET|HEAD|OPTIONS)$/.test(request.method)) {
        writes.push(`${request.method} ${request.target}`);
        for (const { call } of waiting.filter(({ count }) => count === writes.length)) call();
      }
      const proceed = (changed = request) => answerRequest(service, changed);
      return around({ request, service, proceed, finish: (said) => finishAnswer(service, request, said) });
    },
    (request, said) => finishAnswer(service, request, said),
  );
  const hosting = await hostServer(server, 0, '127.0.0.1');
  const orders = () => service.tenants().flatMap((tenant) => [...tenant.orders.byId.values()]);
  const tombstones = () => service.tenants().flatMap((tenant) => [...tenant.orders.tombstones.keys()]);
  return {
    url: hosting.url,
    writes,
    countOurs: () =>
      orders().filter(({ id }) => !existing.has(id)).length + tombstones().filter((id) => !existing.has(id)).length,
    countUnmarked: () =>
      orders().filter((order) => !existing.has(order.id) && !/assay-/i.test(serializeOrder(order))).length,
    listDestroyed: () => {
      const ids = new Set(orders().map(({ id }) => id));
      return [...existing.keys()].filter((id) => !ids.has(id)).map((id) => `/orders/${id}`);
    },
    listChanged: () =>
      orders()
        .filter((order) => existing.has(order.id) && existing.get(order.id) !== serializeOrder(order))
        .map(({ id }) => `/orders/${id}`),
    onWrite: (count, call) => void waiting.push({ count, call }),
    close: hosting.close,
  };
}

/** Orders of other clients, with their text by id. */
function createExistingOrders(service: Service, count: number): ReadonlyMap<string, string> {
  const made = Array.from({ length: count }, (_, n) => {
    const input: JsonObject = { customer: `Customer ${n}`, quantity: (n % 9) + 1, note: `existing order ${n}` };
    return service.orders.make(input);
  });
  return new Map(made.map((order) => [order.id, serializeOrder(order)]));
}

const serializeOrder = ({ id, input, status, updatedAt, records }: Order): string =>
  JSON.stringify({ id, input, status, updatedAt, records });
