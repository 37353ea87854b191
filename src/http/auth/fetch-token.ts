import type { Certificate, CredentialSource, TokenRequest } from '../../model/access.js';
import { revealText } from '../../model/secret.js';
import { adviseOnNetworkError, UnreachableError } from '../connectivity.js';
import type { RequestPace } from '../rate-limit/request-pace.js';
import type { Recorder } from '../recorder.js';
import { dispatch } from '../transport/dispatch.js';
import type { Routes } from '../transport/routes.js';
import { type Grant, readGrant } from './token-request.js';
import type { TokenFetcher } from './token-store.js';

export interface TokenContext {
  readonly base: URL;
  readonly recorder: Recorder;
  readonly pace: RequestPace;
  readonly routes: Routes;
  readonly timeoutMs: number;
}

/** Creates a function that obtains the credential of one caller, redacted from then on, or throws UnreachableError. */
export function createTokenFetcher(context: TokenContext, certificate: Certificate | undefined): TokenFetcher {
  return async (obtaining, refreshToken) => {
    const refreshing = refreshToken === undefined ? undefined : buildRefreshRequest(obtaining, refreshToken);
    const refreshed = refreshing && (await fetchGrant(context, obtaining, refreshing, certificate));
    if (typeof refreshed === 'object') return refreshed;
    const grant = await fetchGrant(context, obtaining, obtaining.request, certificate);
    if (typeof grant === 'object') return grant;
    throw new UnreachableError(context.recorder.redact(`${obtaining.name} cannot be obtained: ${grant}`));
  };
}

async function fetchGrant(
  { base, recorder, pace, routes, timeoutMs }: TokenContext,
  obtaining: CredentialSource,
  request: TokenRequest,
  certificate: Certificate | undefined,
): Promise<Grant | string> {
  const url = resolveTokenUrl(base, request.url);
  const why = pace.admit(await pace.awaitTurn(url));
  if (why !== undefined) return why;
  const sent = recorder.beginTokenRequest(url, request);
  const received = await dispatch(routes.to(url, certificate), sent, timeoutMs);
  pace.recordResponse(url, sent.startedAt, 'silence' in received ? undefined : received);
  const grant =
    'silence' in received ? adviseOnNetworkError(received.silence, url.href) : readGrant(obtaining, received);
  if (typeof grant === 'object')
    recorder.hide(grant.secrets.map((secret) => ({ name: obtaining.name, reveal: () => secret })));
  recorder.end(sent, received);
  return typeof grant === 'string' ? `${request.method} ${url.origin}${url.pathname} ${grant}` : grant;
}

const resolveTokenUrl = (base: URL, url: string): URL =>
  new URL(/^https?:/i.test(url) ? url : base.href.replace(/\/$/, '') + (url.startsWith('/') ? url : `/${url}`));

function buildRefreshRequest({ request, refresh }: CredentialSource, refreshToken: string): TokenRequest | undefined {
  if (refresh === undefined) return undefined;
  return { ...request, content: `${revealText(refresh)}&refresh_token=${encodeURIComponent(refreshToken)}` };
}
