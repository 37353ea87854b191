import { adviceFor, Unreachable } from '../connectivity.js';
import type { Certificate } from '../exchange.js';
import type { Gate } from '../rate-limit/rate-limiter.js';
import type { Desk } from '../recorder.js';
import { dispatch } from '../transport/dispatch.js';
import type { Routes } from '../transport/routes.js';
import { type Grant, grantIn, type Obtaining, type TokenRequest } from './token-request.js';
import type { Ask } from './token-store.js';

/** What asking for credentials needs of a client. */
export interface Asking {
  readonly base: URL;
  readonly desk: Desk;
  readonly gate: Gate;
  readonly routes: Routes;
  readonly timeoutMs: number;
}

/**
 * Asks for the credentials of one caller, with the refresh token where there is one. What was granted is hidden before
 * anything of it is written down. Throws {@link Unreachable} when nothing is granted: the service refuses us.
 */
export function askerOf(asking: Asking, certificate: Certificate | undefined): Ask {
  return async (obtaining, refreshToken) => {
    const refreshing = refreshToken === undefined ? undefined : refreshIn(obtaining, refreshToken);
    const refreshed = refreshing && (await granted(asking, obtaining, refreshing, certificate));
    if (typeof refreshed === 'object') return refreshed;
    const grant = await granted(asking, obtaining, obtaining.request, certificate);
    if (typeof grant === 'object') return grant;
    throw new Unreachable(asking.desk.redact(`${obtaining.name} cannot be obtained: ${grant}`));
  };
}

async function granted(
  { base, desk, gate, routes, timeoutMs }: Asking,
  obtaining: Obtaining,
  request: TokenRequest,
  certificate: Certificate | undefined,
): Promise<Grant | string> {
  const url = addressOf(base, request.url);
  const why = await gate.enter(url);
  if (why !== undefined) return why;
  const sent = desk.beginAsking(url, request);
  const heard = await dispatch(routes.to(url, certificate), sent, timeoutMs);
  gate.heard(url, sent.startedAt, typeof heard === 'string' ? undefined : heard.status);
  const grant = typeof heard === 'string' ? adviceFor(heard, url.href) : grantIn(obtaining, heard);
  if (typeof grant === 'object') desk.hide(hiddenIn(obtaining, grant));
  desk.end(sent, heard);
  return typeof grant === 'string' ? `${request.method} ${url.origin}${url.pathname} ${grant}` : grant;
}

/** A path stands under the base URL, as all paths do. */
const addressOf = (base: URL, url: string): URL =>
  new URL(/^https?:/i.test(url) ? url : base.href.replace(/\/$/, '') + (url.startsWith('/') ? url : `/${url}`));

const hiddenIn = ({ name }: Obtaining, { secrets }: Grant) => secrets.map((secret) => ({ name, reveal: () => secret }));

function refreshIn({ request, refresh }: Obtaining, refreshToken: string): TokenRequest | undefined {
  if (refresh === undefined) return undefined;
  const begun = typeof refresh === 'object' ? refresh.reveal() : refresh;
  return { ...request, content: `${begun}&refresh_token=${encodeURIComponent(refreshToken)}` };
}
