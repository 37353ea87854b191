import { clock } from '../../model/clock.js';
import type { Grant, Obtaining } from './token-request.js';

/** A credential that was obtained, as a request carries it. */
export interface Held {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly value: string;
}

/** Sends the request for a credential. Throws when there is none to be had. */
export type Ask = (obtaining: Obtaining, refreshToken: string | undefined) => Promise<Grant>;

/** Keeps the credential of one caller. */
export interface Keeper {
  /** The credential as it stands: obtained when there is none yet, and anew before it ends. Throws when there never was one. */
  current(): Promise<Held>;
  /** Another one in place of `refused`; undefined when there is none, or when another did not help requests of this shape. */
  anew(refused: Held, shape: string): Promise<Held | undefined>;
  /** Says that one obtained anew was refused as well. */
  inVain(shape: string): void;
}

/** A token is renewed when this part of its lifetime is left, and half a minute at most. */
const margin = { part: 0.1, mostMs: 30_000 };

/** Shapes of requests that may be refused whatever is sent, before a token is asked for no more. */
const vainAtMost = 20;

/** Opens the keeper of one caller's credential. However many ask, one request for it is under way. */
export function keeperOf(obtaining: Obtaining, ask: Ask, now: () => number = () => clock.now()): Keeper {
  let held: Held | undefined;
  let endsAt = 0;
  let refreshToken: string | undefined;
  let pending: Promise<Held> | undefined;
  const vain = new Set<string>();
  const obtain = (): Promise<Held> => {
    pending ??= ask(obtaining, refreshToken)
      .then((grant) => {
        held = dressed(obtaining, grant.token);
        endsAt = endOf(grant, now());
        refreshToken = grant.refreshToken ?? refreshToken;
        return held;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  return {
    async current() {
      if (held === undefined) return obtain();
      if (now() < endsAt) return held;
      const old = held;
      return obtain().catch(() => {
        // It may still do; and if not, a 401 says so.
        endsAt = Number.POSITIVE_INFINITY;
        return old;
      });
    },
    async anew(refused, shape) {
      if (held !== refused) return held;
      if (pending === undefined && (vain.has(shape) || vain.size >= vainAtMost)) return undefined;
      return obtain().catch(() => undefined);
    },
    inVain: (shape) => void vain.add(shape),
  };
}

const dressed = ({ send }: Obtaining, token: string): Held => ({
  in: send.in,
  name: send.in === 'header' ? send.name.toLowerCase() : send.name,
  value: send.template.replaceAll('{token}', () => token),
});

const endOf = ({ lifetimeMs }: Grant, from: number): number =>
  lifetimeMs === undefined
    ? Number.POSITIVE_INFINITY
    : from + lifetimeMs - Math.min(lifetimeMs * margin.part, margin.mostMs);
