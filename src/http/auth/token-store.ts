import type { CredentialSource } from '../../model/access.js';
import { clock } from '../../model/clock.js';
import type { Grant } from './token-request.js';

export interface ObtainedCredential {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly value: string;
}

/** Requests a credential. Throws when none is granted. */
export type TokenFetcher = (obtaining: CredentialSource, refreshToken: string | undefined) => Promise<Grant>;

/** Stores the credential of one caller. */
export type TokenStore = ReturnType<typeof createTokenStore>;

/** A token is renewed when this part of its lifetime is left, at most half a minute. */
const renewalMargin = { part: 0.1, mostMs: 30_000 };

/** Number of request shapes that are refused with renewed tokens, after which no token is requested any more. */
const maxFutileShapes = 20;

/** Creates the store of one caller's credential. Concurrent callers share one token request. */
export function createTokenStore(
  obtaining: CredentialSource,
  ask: TokenFetcher,
  now: () => number = () => clock.now(),
) {
  let held: ObtainedCredential | undefined;
  let endsAt = 0;
  let refreshToken: string | undefined;
  let pending: Promise<ObtainedCredential> | undefined;
  const futile = new Set<string>();
  const obtain = (): Promise<ObtainedCredential> => {
    pending ??= ask(obtaining, refreshToken)
      .then((grant) => {
        const { in: place, name, template } = obtaining.send;
        const value = template.replaceAll('{token}', () => grant.token);
        held = { in: place, name: place === 'header' ? name.toLowerCase() : name, value };
        endsAt = computeExpiry(grant, now());
        refreshToken = grant.refreshToken ?? refreshToken;
        return held;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  return {
    /** The current credential: obtained on first use, renewed before it expires. Throws when none was ever obtained. */
    async getCredential() {
      if (held === undefined) return obtain();
      if (now() < endsAt) return held;
      const old = held;
      return obtain().catch(() => {
        // The old token may still be valid; if not, a 401 response will say so.
        endsAt = Number.POSITIVE_INFINITY;
        return old;
      });
    },
    /** Another credential instead of `refused`; undefined without one, or when another did not help such requests. */
    async renew(refused: ObtainedCredential, shape: string) {
      if (held !== refused) return held;
      if (pending === undefined && (futile.has(shape) || futile.size >= maxFutileShapes)) return undefined;
      return obtain().catch(() => undefined);
    },
    /** Records that a renewed credential was refused, too. */
    recordFutile: (shape: string) => void futile.add(shape),
  };
}

const computeExpiry = ({ lifetimeMs }: Grant, from: number): number =>
  lifetimeMs === undefined
    ? Number.POSITIVE_INFINITY
    : from + lifetimeMs - Math.min(lifetimeMs * renewalMargin.part, renewalMargin.mostMs);
