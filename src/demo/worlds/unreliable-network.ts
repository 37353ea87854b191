import { clock } from '../clock.js';
import type { Answer } from '../service/http/answer.js';
import type { Chance } from '../service/seeded-random.js';
import { gatewayAnswer, reset } from './gateway-answer.js';
import { openPauses } from './pauses.js';
import { type Circumstances, type World, whenAnswered } from './world.js';

/** Share of the requests that fail, and of those that a gateway sends twice. */
const failing = 0.05;
/** Share of the answers that take very long, and how long that is in milliseconds. */
const verySlow = 0.01;
const verySlowMs = 3_000;
/** Milliseconds of maintenance. */
const closedMs = 1_500;

/** Worlds in which something between client and service is not well. */
export const weatherWorlds: readonly World[] = [
  {
    name: 'failing-now-and-then',
    says: 'One request in twenty is answered 502, 503 or 504 or has its connection reset, half of them after they were carried out.',
    open: failingAt,
  },
  { name: 'slow', says: 'Answers take 20 to 200 ms, and one in a hundred 3 s.', open: slow },
  {
    name: 'retrying-gateway',
    says: 'One idempotent request in twenty is carried out twice, and answered as it was the second time.',
    open: (chance) => ({
      around(request, proceed) {
        const isRetried = ['GET', 'HEAD', 'PUT', 'DELETE'].includes(request.method) && chance.next() < failing;
        return isRetried ? whenAnswered(proceed(), () => proceed()) : proceed();
      },
    }),
  },
  {
    name: 'maintenance-now-and-then',
    says: 'Twice in a run everything is answered 503 with Retry-After for a second and a half.',
    open: maintained,
  },
];

function failingAt(chance: Chance): Circumstances {
  return {
    around(_, proceed) {
      if (chance.next() >= failing) return proceed();
      const isCarriedOut = chance.next() < 0.5;
      const told = troubleBy(chance);
      return isCarriedOut ? whenAnswered(proceed(), () => told) : told;
    },
  };
}

const troubleBy = (chance: Chance): Answer =>
  chance.oneOf([
    gatewayAnswer(502),
    gatewayAnswer(503),
    gatewayAnswer(503, { 'retry-after': '1' }),
    gatewayAnswer(504),
    reset,
  ]);

function slow(chance: Chance): Circumstances {
  const pauses = openPauses();
  return {
    async around(_, proceed) {
      const ms = chance.next() < verySlow ? verySlowMs : chance.within(20, 200);
      const before = Math.round(ms * chance.next());
      await pauses.wait(before);
      const said = await proceed();
      await pauses.wait(ms - before);
      return said;
    },
    close: pauses.clear,
  };
}

function maintained(chance: Chance): Circumstances {
  const begins = [chance.within(40, 200), chance.within(500, 1_200)];
  let count = 0;
  let until = 0;
  return {
    around(_, proceed) {
      const now = clock.now();
      if (now < until) return gatewayAnswer(503, { 'retry-after': '2' });
      count += 1;
      if (begins.includes(count)) until = now + closedMs;
      return proceed();
    },
  };
}
