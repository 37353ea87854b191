import { clock } from '../../model/clock.js';
import { type Exchange, type RawExchange, type Request, unsent } from '../exchange.js';
import { type Pacing, paceOf, type Waiting } from './request-pace.js';

/** The one door through which requests leave: in their turn, and no more of them than may. */
export interface Gate {
  /** Goes when it is its turn; what may not leave any more is an exchange that never was. */
  pass<E extends Exchange | RawExchange>(address: URL, request: Request, go: () => Promise<E>): Promise<E>;
  /** Waits for the turn of a request for a credential; the reason where it may not leave any more. */
  enter(address: URL): Promise<string | undefined> | string | undefined;
  /** Takes note of how a host answered. */
  heard(address: URL, sentAt: number, status: number | undefined): void;
}

/** Opens the gate of one client. */
export function gateOf(options: Pacing & { readonly maxRequests?: number }): Gate {
  const { maxRequests = Number.POSITIVE_INFINITY } = options;
  const pace = paceOf(options);
  let granted = 0;
  const admit = (isOn: boolean): string | undefined => {
    if (!isOn) return 'not sent: it was called off';
    if (granted >= maxRequests) return `not sent: the ${maxRequests} requests of this run are spent`;
    granted += 1;
    return undefined;
  };
  const enter = (address: URL, waiting?: Waiting) => {
    const turn = pace.turn(address, waiting);
    return typeof turn === 'boolean' ? admit(turn) : turn.then(admit);
  };
  return {
    heard: pace.heard,
    enter: (address) => enter(address),
    async pass<E extends Exchange | RawExchange>(address: URL, request: Request, go: () => Promise<E>) {
      const entered = enter(address, request);
      const why = typeof entered === 'object' ? await entered : entered;
      if (why !== undefined) return neverWas(request, why) as E;
      const sentAt = clock.now();
      const exchange = await go();
      if (!request.isHasty) pace.heard(address, sentAt, exchange.answer?.status);
      return exchange;
    },
  };
}

const neverWas = ({ method, path, role }: Request, silence: string): Exchange => ({
  n: unsent,
  method,
  path,
  answer: undefined,
  silence,
  ...(role && { role }),
});
