import { clock } from '../../clock.js';
import { type Answer, createProblemWithHeaders } from '../http/answer.js';
import type { Settings } from '../settings.js';

/** Maximum number of requests of one caller within a window. */
export const rateLimit = 40;

/** Length of a window in milliseconds; it starts with its first request. */
export const rateWindow = 1000;

/** Counts the requests of each caller in fixed windows. */
export class WindowRateLimiter {
  readonly #windows = new Map<string, { readonly until: number; count: number }>();

  constructor(private readonly style: Settings['rateLimit']) {}

  /** Counts one request; returns a 429 response when it exceeds the limit. */
  take(caller: string, now: number = clock.epochMs()): Answer | undefined {
    if (this.style === undefined) return undefined;
    const running = this.#windows.get(caller);
    const current = running && now < running.until ? running : { until: now + rateWindow, count: 0 };
    this.#windows.set(caller, current);
    current.count += 1;
    if (current.count <= rateLimit) return undefined;
    return createProblemWithHeaders(429, `At most ${rateLimit} requests a second.`, {
      'retry-after': this.#after(current.until),
    });
  }

  /** A date has whole seconds: the first one after the window is safe. */
  #after(until: number): string {
    return this.style === 'seconds' ? '1' : new Date(Math.ceil(until / 1000) * 1000).toUTCString();
  }
}
