import { clock } from '../../model/clock.js';
import { type ClientRequest, type SentExchange, type SentRawExchange, unsentNumber } from '../exchange.js';
import { createRequestPace, type PaceOptions, type PaceWaitOptions } from './request-pace.js';

/** Sends requests in their turn and within the request limit. */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Creates the rate limiter of one client. */
export function createRateLimiter(options: PaceOptions & { readonly maxRequests?: number }) {
  const { maxRequests = Number.POSITIVE_INFINITY } = options;
  const pace = createRequestPace(options);
  let granted = 0;
  const admit = (isOn: boolean): string | undefined => {
    if (!isOn) return 'not sent: the run was interrupted';
    if (granted >= maxRequests) return `not sent: the ${maxRequests} requests of this run are spent`;
    granted += 1;
    return undefined;
  };
  const enter = (address: URL, waiting?: PaceWaitOptions) => {
    const turn = pace.awaitTurn(address, waiting);
    return typeof turn === 'boolean' ? admit(turn) : turn.then(admit);
  };
  return {
    /** Records a response of a host, or a missing one. */
    recordResponse: pace.recordResponse,
    /** Waits for the turn of a token request. Resolves to the reason when it may not be sent. */
    awaitTurn: (address: URL) => enter(address),
    /** Sends a request when it is its turn. Resolves to an unsent exchange when it may not be sent. */
    async sendInTurn<E extends SentExchange | SentRawExchange>(
      address: URL,
      request: ClientRequest,
      go: () => Promise<E>,
    ) {
      const entered = enter(address, request);
      const why = typeof entered === 'object' ? await entered : entered;
      if (why !== undefined) return buildUnsentExchange(request, why) as E;
      const sentAt = clock.now();
      const exchange = await go();
      if (!request.isHasty) pace.recordResponse(address, sentAt, exchange.answer);
      return exchange;
    },
  };
}

/** The exchange of a request that was not sent. */
export const buildUnsentExchange = ({ method, path, role }: ClientRequest, silence: string): SentExchange => ({
  n: unsentNumber,
  method,
  path,
  answer: undefined,
  silence,
  ...(role && { role }),
});
