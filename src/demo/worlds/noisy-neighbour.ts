import { clock } from '../clock.js';
import type { SeededRandom } from '../service/seeded-random.js';
import { type Circumstances, chainAnswer, type OtherClientRequest, type ServerControls, type World } from './world.js';

/** Milliseconds between two requests of the other client, maximum number of overdue ones at once, and of its orders. */
const betweenMs = 30;
const maxAtOnce = 15;
const maxOrders = 30;

/** Another client with the same rights that uses its own orders in the same list while there is traffic. */
export const noisyNeighbour: World = {
  name: 'noisy-neighbour',
  says: 'Another client creates, changes, pays, cancels, lists and removes its own orders all the time.',
  open: createBusyClient,
};

function createBusyClient(chance: SeededRandom, server: ServerControls): Circumstances {
  const own: string[] = [];
  let last = clock.now();
  return {
    // Its requests are sent when another request arrives, so that an idle server is quiet and no timer has to be
    // stopped.
    around(_, proceed) {
      const due = Math.min(maxAtOnce, Math.floor((clock.now() - last) / betweenMs));
      if (due > 0) last = clock.now();
      for (let done = 0; done < due; done += 1) sendRandomRequest(server, own, chance);
      return proceed();
    },
    countForeignOrders() {
      const stores = server.listOrderStores();
      return own.filter((path) => stores.some(({ byId }) => byId.has(parseId(path)))).length;
    },
  };
}

const parseId = (path: string): string => decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));

function sendRandomRequest(server: ServerControls, own: string[], chance: SeededRandom): void {
  const mine = chance.next() < 0.3 ? undefined : own[Math.floor(chance.next() * own.length)];
  if (mine === undefined) {
    createOrder(server, own, chance);
    return;
  }
  const asked = drawRequest(mine, chance);
  void server.ask(asked);
  if (asked.method === 'DELETE' && asked.target === mine) own.splice(own.indexOf(mine), 1);
}

function createOrder(server: ServerControls, own: string[], chance: SeededRandom): void {
  const oldest = own.length >= maxOrders ? own.shift() : undefined;
  if (oldest !== undefined) void server.ask({ method: 'DELETE', target: oldest });
  const made = server.ask({ method: 'POST', target: '/orders', content: drawContent(chance) });
  void chainAnswer(made, (answer) => {
    if (answer.status === 201 && answer.headers.location !== undefined) own.push(answer.headers.location);
    return answer;
  });
}

const drawContent = (chance: SeededRandom) => ({
  customer: chance.pick(['Grace', 'Linus', 'Margaret', 'Niklaus']),
  quantity: chance.drawInteger(1, 9),
});

function drawRequest(path: string, chance: SeededRandom): OtherClientRequest {
  const content = drawContent(chance);
  return chance.pick<OtherClientRequest>([
    { method: 'PUT', target: path, content },
    { method: 'PATCH', target: path, content: { quantity: content.quantity } },
    { method: 'POST', target: `${path}/payment` },
    { method: 'POST', target: `${path}/cancellation`, content: { reason: 'moved away', author: content.customer } },
    { method: 'GET', target: '/orders' },
    { method: 'GET', target: path },
    { method: 'DELETE', target: path },
  ]);
}
