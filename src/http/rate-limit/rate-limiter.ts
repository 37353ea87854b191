import { clock } from '../../model/clock.js';
import { type ClientRequest, type SentExchange, type SentRawExchange, unsentNumber } from '../exchange.js';
import { createRequestPace, type PaceOptions, type PaceWaitOptions } from './request-pace.js';

/** The one door through which requests leave: in their turn, and no more of them than may. */
export interface RateLimiter {
  /** Goes when it is its turn; what may not leave any more is an exchange that never was. */
  sendInTurn<E extends SentExchange | SentRawExchange>(
    address: URL,
    request: ClientRequest,
    go: () => Promise<E>,
  ): Promise<E>;
  /** Waits for the turn of a request for a credential; the reason where it may not leave any more. */
  awaitTurn(address: URL): Promise<string | undefined> | string | undefined;
  /** Takes note of how a host answered. */
  recordResponse(address: URL, sentAt: number, status: number | undefined): void;
}

/** Opens the gate of one client. */
export function createRateLimiter(options: PaceOptions & { readonly maxRequests?: number }): RateLimiter {
  const { maxRequests = Number.POSITIVE_INFINITY } = options;
  const pace = createRequestPace(options);
  let granted = 0;
  const admit = (isOn: boolean): string | undefined => {
    if (!isOn) return 'not sent: it was called off';
    if (granted >= maxRequests) return `not sent: the ${maxRequests} requests of this run are spent`;
    granted += 1;
    return undefined;
  };
  const enter = (address: URL, waiting?: PaceWaitOptions) => {
    const turn = pace.awaitTurn(address, waiting);
    return typeof turn === 'boolean' ? admit(turn) : turn.then(admit);
  };
  return {
    recordResponse: pace.recordResponse,
    awaitTurn: (address) => enter(address),
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
      if (!request.isHasty) pace.recordResponse(address, sentAt, exchange.answer?.status);
      return exchange;
    },
  };
}

const buildUnsentExchange = ({ method, path, role }: ClientRequest, silence: string): SentExchange => ({
  n: unsentNumber,
  method,
  path,
  answer: undefined,
  silence,
  ...(role && { role }),
});
