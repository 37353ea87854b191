import { clock } from '../../model/clock.js';
import type { CredentialSource, Grant } from './token-request.js';

/** A credential that was obtained, as a request carries it. */
export interface ObtainedCredential {
  readonly in: 'header' | 'query';
  readonly name: string;
  readonly value: string;
}

/** Sends the request for a credential. Throws when there is none to be had. */
export type TokenFetcher = (obtaining: CredentialSource, refreshToken: string | undefined) => Promise<Grant>;

/** Keeps the credential of one caller. */
export interface TokenStore {
  /** The credential as it stands: obtained when there is none yet, and anew before it ends. Throws when there never was one. */
  getCredential(): Promise<ObtainedCredential>;
  /** Another one in place of `refused`; undefined when there is none, or when another did not help requests of this shape. */
  renew(refused: ObtainedCredential, shape: string): Promise<ObtainedCredential | undefined>;
  /** Says that one obtained anew was refused as well. */
  recordFutile(shape: string): void;
}

/** A token is renewed when this part of its lifetime is left, and half a minute at most. */
const renewalMargin = { part: 0.1, mostMs: 30_000 };

/** Shapes of requests that may be refused whatever is sent, before a token is asked for no more. */
const maxFutileShapes = 20;

/** Opens the keeper of one caller's credential. However many ask, one request for it is under way. */
export function createTokenStore(
  obtaining: CredentialSource,
  ask: TokenFetcher,
  now: () => number = () => clock.now(),
): TokenStore {
  let held: ObtainedCredential | undefined;
  let endsAt = 0;
  let refreshToken: string | undefined;
  let pending: Promise<ObtainedCredential> | undefined;
  const vain = new Set<string>();
  const obtain = (): Promise<ObtainedCredential> => {
    pending ??= ask(obtaining, refreshToken)
      .then((grant) => {
        held = buildCredential(obtaining, grant.token);
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
    async getCredential() {
      if (held === undefined) return obtain();
      if (now() < endsAt) return held;
      const old = held;
      return obtain().catch(() => {
        // It may still do; and if not, a 401 says so.
        endsAt = Number.POSITIVE_INFINITY;
        return old;
      });
    },
    async renew(refused, shape) {
      if (held !== refused) return held;
      if (pending === undefined && (vain.has(shape) || vain.size >= maxFutileShapes)) return undefined;
      return obtain().catch(() => undefined);
    },
    recordFutile: (shape) => void vain.add(shape),
  };
}

const buildCredential = ({ send }: CredentialSource, token: string): ObtainedCredential => ({
  in: send.in,
  name: send.in === 'header' ? send.name.toLowerCase() : send.name,
  value: send.template.replaceAll('{token}', () => token),
});

const computeExpiry = ({ lifetimeMs }: Grant, from: number): number =>
  lifetimeMs === undefined
    ? Number.POSITIVE_INFINITY
    : from + lifetimeMs - Math.min(lifetimeMs * renewalMargin.part, renewalMargin.mostMs);
