import type { ClientRequest } from '../../http/exchange.js';
import type { RunContext } from '../run-context.js';
import type { Recipe } from './recipe.js';

/**
 * Repeated failures are intended here: they neither make the run wait nor end its creations. Where the rate of requests is not what is
 * judged, a request that was refused for it is sent again later.
 */
export function expectFailures(site: RunContext, { status }: Recipe, isRefused = false): RunContext {
  const { meter } = site;
  const addressing = site.addressing.repeatingFailures();
  const sendOnce = (request: ClientRequest) => meter.send({ ...request, isHasty: true });
  return {
    ...site,
    addressing: isRefused ? addressing.expectingRefusal('content') : addressing,
    meter: {
      ...meter,
      send: status === 429 ? sendOnce : (request) => meter.retries.sendWithRetries(() => sendOnce(request)),
    },
  };
}
