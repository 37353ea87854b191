import { clock } from '../model/clock.js';
import type { Exchange } from '../model/exchange.js';
import { readRetryAfterMs } from './classify-answer.js';

/** Whether a service answers with anything but trouble. */
export interface UnusableServiceDetector {
  /** Takes note of what came of a request. */
  record(exchange: Pick<Exchange, 'n' | 'answer'>): void;
  /** How long there is still hope, in milliseconds. */
  leftMs(): number;
  /** What it answers all the time; undefined where it does not, or where too little was asked. */
  findProblem(): string | undefined;
}

/** Time after the first trouble in which something else must have been answered, in milliseconds. */
const maxTroubleMs = 10_000;
/** Answers that tell nothing yet. */
const minAnswers = 3;

/** Begins with all hope. */
export function createUnusableServiceDetector(): UnusableServiceDetector {
  const statuses = new Set<number>();
  let until = Number.POSITIVE_INFINITY;
  let isUseful = false;
  let count = 0;
  let askedMs = 0;
  return {
    leftMs: () => (isUseful ? Number.POSITIVE_INFINITY : until - clock.now()),
    record({ answer }) {
      if (answer === undefined || isUseful) return;
      if (answer.status !== 429 && answer.status < 500) {
        isUseful = true;
        return;
      }
      if (until === Number.POSITIVE_INFINITY) until = clock.now() + maxTroubleMs;
      statuses.add(answer.status);
      count += 1;
      askedMs = Math.max(askedMs, readRetryAfterMs({ answer }) ?? 0);
    },
    findProblem() {
      if (isUseful || count < minAnswers) return undefined;
      const asks = askedMs > 0 ? `, and asks to come back in ${Math.ceil(askedMs / 1_000)} s` : '';
      const advice = statuses.size === 1 && statuses.has(429) ? 'slower with --rate' : 'mend it first';
      return `every request was answered ${[...statuses].join(' or ')}${asks}; try again later, or ${advice}`;
    },
  };
}
