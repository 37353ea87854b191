import { clock } from '../clock.js';
import type { Answer } from '../service/http/answer.js';
import type { SeededRandom } from '../service/seeded-random.js';
import { type Circumstances, chainAnswer, type World } from './world.js';

const phrases = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' } as const;

/** A reset connection instead of a response. */
const resetAnswer: Answer = { status: 502, headers: {}, delivery: { isReset: true } };

/** Share of requests that fail, and of those that a gateway sends twice. */
const failureShare = 0.05;
/** Share of slow responses, and their delay in milliseconds. */
const slowShare = 0.01;
const verySlowMs = 3_000;
/** Duration of the maintenance, in milliseconds. */
const closedMs = 1_500;

export const unreliableNetworkWorlds: readonly World[] = [
  {
    name: 'intermittent-failures',
    says: 'One request in twenty gets 502, 503, 504 or a connection reset; half of them were carried out before.',
    open: createFailures,
  },
  { name: 'slow', says: 'Responses take 20 to 200 ms, and one in a hundred takes 3 s.', open: createSlowness },
  {
    name: 'retrying-gateway',
    says: 'One idempotent request in twenty is carried out twice, and the second response is returned.',
    open: (chance) => ({
      around(request, proceed) {
        const isRetried = ['GET', 'HEAD', 'PUT', 'DELETE'].includes(request.method) && chance.next() < failureShare;
        return isRetried ? chainAnswer(proceed(), () => proceed()) : proceed();
      },
    }),
  },
  {
    name: 'maintenance-windows',
    says: 'Twice in a run every request gets 503 with Retry-After for a second and a half.',
    open: createMaintenance,
  },
];

function createFailures(chance: SeededRandom): Circumstances {
  return {
    around(_, proceed) {
      if (chance.next() >= failureShare) return proceed();
      const isCarriedOut = chance.next() < 0.5;
      const failure = drawFailure(chance);
      return isCarriedOut ? chainAnswer(proceed(), () => failure) : failure;
    },
  };
}

const drawFailure = (chance: SeededRandom): Answer =>
  chance.pick([
    createGatewayAnswer(502),
    createGatewayAnswer(503),
    createGatewayAnswer(503, { 'retry-after': '1' }),
    createGatewayAnswer(504),
    resetAnswer,
  ]);

function createSlowness(chance: SeededRandom): Circumstances {
  const pauses = openPauses();
  return {
    async around(_, proceed) {
      const ms = chance.next() < slowShare ? verySlowMs : chance.drawInteger(20, 200);
      const before = Math.round(ms * chance.next());
      await pauses.wait(before);
      const answer = await proceed();
      await pauses.wait(ms - before);
      return answer;
    },
    close: pauses.clear,
  };
}

function createMaintenance(chance: SeededRandom): Circumstances {
  const begins = [chance.drawInteger(40, 200), chance.drawInteger(500, 1_200)];
  let count = 0;
  let until = 0;
  return {
    around(_, proceed) {
      const now = clock.now();
      if (now < until) return createGatewayAnswer(503, { 'retry-after': '2' });
      count += 1;
      if (begins.includes(count)) until = now + closedMs;
      return proceed();
    },
  };
}

/** The response of a gateway itself: an HTML page instead of an error of the service. */
const createGatewayAnswer = (status: 502 | 503 | 504, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  text: `<html><head><title>${status} ${phrases[status]}</title></head><body><h1>${phrases[status]}</h1></body></html>`,
});

/** Waits that end with their world. */
function openPauses() {
  const timers = new Set<() => void>();
  return {
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const cancel = clock.schedule(ms, () => {
          timers.delete(cancel);
          resolve();
        });
        timers.add(cancel);
      }),
    /** Clears the timers; pending waits never end. */
    clear() {
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}
