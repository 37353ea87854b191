import { clock } from '../clock.js';
import type { Chance } from '../service/seeded-random.js';
import { type Asked, type Circumstances, type Stage, type World, whenAnswered } from './world.js';

/** Milliseconds between two deeds of the neighbour, deeds at one time that were saved up, and orders that it has at most. */
const betweenMs = 30;
const mostAtOnce = 15;
const mostOrders = 30;

/** A client with the same rights who has orders of its own in the same list, and is busy with them while there is traffic. */
export const noisyNeighbour: World = {
  name: 'noisy-neighbour',
  says: 'Somebody else makes, changes, pays, cancels, lists and removes orders of their own all the time.',
  open: busy,
};

function busy(chance: Chance): Circumstances {
  const own: string[] = [];
  let stage: Stage | undefined;
  let last = clock.now();
  return {
    begin: (on) => {
      stage = on;
    },
    // Deeds are done when a request comes in, so that an idle server is quiet and nothing is left to be stopped.
    around(_, proceed) {
      const due = Math.min(mostAtOnce, Math.floor((clock.now() - last) / betweenMs));
      if (due > 0) last = clock.now();
      for (let done = 0; done < due; done += 1) if (stage) deed(stage, own, chance);
      return proceed();
    },
    strangers() {
      const stores = stage?.stores() ?? [];
      return own.filter((path) => stores.some(({ byId }) => byId.has(idIn(path)))).length;
    },
  };
}

const idIn = (path: string): string => decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));

function deed(stage: Stage, own: string[], chance: Chance): void {
  const mine = chance.next() < 0.3 ? undefined : own[Math.floor(chance.next() * own.length)];
  if (mine === undefined) {
    make(stage, own, chance);
    return;
  }
  const asked = toOne(mine, chance);
  void stage.ask(asked);
  if (asked.method === 'DELETE' && asked.target === mine) own.splice(own.indexOf(mine), 1);
}

function make(stage: Stage, own: string[], chance: Chance): void {
  const oldest = own.length >= mostOrders ? own.shift() : undefined;
  if (oldest !== undefined) void stage.ask({ method: 'DELETE', target: oldest });
  const made = stage.ask({ method: 'POST', target: '/orders', content: contentBy(chance) });
  void whenAnswered(made, (answer) => {
    if (answer.status === 201 && answer.headers.location !== undefined) own.push(answer.headers.location);
    return answer;
  });
}

const contentBy = (chance: Chance) => ({
  customer: chance.oneOf(['Grace', 'Linus', 'Margaret', 'Niklaus']),
  quantity: chance.within(1, 9),
});

function toOne(path: string, chance: Chance): Asked {
  const content = contentBy(chance);
  return chance.oneOf<Asked>([
    { method: 'PUT', target: path, content },
    { method: 'PATCH', target: path, content: { quantity: content.quantity } },
    { method: 'POST', target: `${path}/payment` },
    { method: 'POST', target: `${path}/cancellation`, content: { reason: 'moved away', author: content.customer } },
    { method: 'GET', target: '/orders' },
    { method: 'GET', target: path },
    { method: 'DELETE', target: path },
  ]);
}
