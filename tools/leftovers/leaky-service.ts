import { answerRequest, finishAnswer } from '../../src/demo/service/answer-request.js';
import { hostServer } from '../../src/demo/service/http/host-server.js';
import type { JsonObject } from '../../src/demo/service/http/json.js';
import { createAnswerServer } from '../../src/demo/service/http/server.js';
import { openService } from '../../src/demo/service/open-service.js';
import type { Order } from '../../src/demo/service/orders/order.js';
import type { Service } from '../../src/demo/service/request-context.js';
import { createSeededRandom } from '../../src/demo/service/seeded-random.js';
import { createSettings } from '../../src/demo/variants/variants.js';
import type { Leak, LeakyService } from './leak.js';
import { startTeamService } from './team/team-service.js';

/** Starts the orders service with a leak, on a free port of the loopback. */
export async function startLeakyService(leak: Leak, seed: number): Promise<LeakyService> {
  if (leak.team) return startTeamService(leak.team(), seed, leak.name);
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
    countMentions: () => 0,
    listSecrets: () => [],
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
