import { clock } from '../model/clock.js';
import type { Exchange } from '../model/exchange.js';
import { readRetryAfterMs } from './classify-answer.js';

/** Detects a service that answers every request with a failure. */
export interface UnusableServiceDetector {
  /** Records an exchange. */
  record(exchange: Pick<Exchange, 'n' | 'answer'>): void;
  /** Remaining time until the service counts as unusable, in milliseconds. */
  leftMs(): number;
  /** Describes the constant failure; undefined when there is another response, or too few of them. */
  findProblem(): string | undefined;
}

/** Maximum time from the first failure to another response, in milliseconds. */
const maxTroubleMs = 10_000;
/** Minimum number of responses for a conclusion. */
const minAnswers = 3;

/** Creates a detector without responses. */
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
      const advice = statuses.size === 1 && statuses.has(429) ? 'slower with --rate' : 'fix the service first';
      return `the service answered every request with ${[...statuses].join(' or ')}${asks}; try again later, or ${advice}`;
    },
  };
}
