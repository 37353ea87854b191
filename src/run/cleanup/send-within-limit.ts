import { isThrottled, neverSentPattern } from '../../limits/classify-answer.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { pause } from '../../model/clock.js';
import type { Exchange } from '../../model/exchange.js';

/** Maximum number of retries of a throttled removal; each takes from the time of `RetryPolicy.awaitRemoval`. */
const maxTries = 5;

/**
 * Sends a request and repeats it after Retry-After, so that a rate limit does not leave items behind. While the run goes
 * on, it is also repeated where the service accepts no connection: it may be starting again. Trials repeat theirs by
 * `RetryPolicy.sendWithRetries`, with other limits.
 */
export async function sendWithinLimit(meter: RequestMeter, send: () => Promise<Exchange>): Promise<Exchange> {
  let exchange = await send();
  for (let i = 0; i < maxTries && isThrottled(exchange); i += 1) {
    if (!(await meter.retries.awaitRemoval(exchange))) break;
    exchange = await send();
  }
  for (const ms of reconnectWaitsMs) {
    if (!neverSentPattern.test(exchange.silence ?? '') || meter.end() !== undefined) break;
    await pause(ms);
    exchange = await send();
  }
  return exchange;
}

/** Waits before a removal is sent again to a service that accepts no connection, in milliseconds. */
const reconnectWaitsMs = [50, 200, 800];
