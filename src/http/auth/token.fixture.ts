import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CredentialSource } from '../../model/access.js';
import type { ClientOptions, OpenClient } from '../client.js';
import { openTestClient, type ReceivedRequest, startOrigin } from '../origin.fixture.js';

/** A service whose tokens can be withdrawn, and its token endpoint. */
export interface TokenService {
  readonly url: string;
  readonly arrived: readonly ReceivedRequest[];
  /** Every token that was granted, in order. */
  readonly granted: string[];
  /** Revokes all tokens so far. */
  withdraw(): void;
  /** The credentials of `GET /things` and other requests, in order. */
  authorizations(): (string | undefined)[];
  /** Requests to the token endpoint. */
  asked(): ReceivedRequest[];
}

/** Options of the token endpoint. */
export interface TokenServiceOptions {
  /** Additional members of the response. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Responses instead of a grant. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse, content: string) => boolean;
}

/** Serves `POST /token` as in RFC 6749, and other paths for tokens that were not revoked. */
export async function startTokenService({
  more = {},
  instead = () => false,
}: TokenServiceOptions = {}): Promise<TokenService> {
  const granted: string[] = [];
  let valid = new Set<string>();
  const { url, arrived } = await startOrigin((request, response) => {
    if (request.url !== '/token') {
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      response.writeHead(valid.has(token) ? 200 : 401, { 'content-type': 'application/json' }).end('{"a":1}');
      return;
    }
    if (instead(request, response, arrived.at(-1)?.content ?? '')) return;
    const token = `granted-${randomBytes(8).toString('hex')}`;
    granted.push(token);
    valid.add(token);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ access_token: token, token_type: 'bearer', ...more }));
  });
  return {
    url,
    arrived,
    granted,
    withdraw: () => {
      valid = new Set();
    },
    authorizations: () =>
      arrived.filter(({ target }) => target !== '/token').map(({ headers }) => headers.authorization),
    asked: () => arrived.filter(({ target }) => target === '/token'),
  };
}

/** A secret by name. */
export const createSecret = (name: string, value: string) => ({ name, reveal: () => value });

/** Client credentials, as in a profile. */
export const clientCredentials: CredentialSource = {
  name: 'auth.credentials.full',
  request: {
    method: 'POST',
    url: '/token',
    headers: {
      authorization: createSecret('CLIENT', `Basic ${Buffer.from('kit:client-hush').toString('base64')}`),
      'content-type': 'application/x-www-form-urlencoded',
    },
    content: createSecret('CLIENT', 'grant_type=client_credentials&scope=things'),
  },
  take: { in: 'body', pointer: '/access_token' },
  send: { in: 'header', name: 'Authorization', template: 'Bearer {token}' },
  refresh: createSecret('CLIENT', 'grant_type=refresh_token'),
};

/** A client whose full caller obtains its credential; the other callers have fixed ones or none. */
export const openObtainingClient = (
  url: string,
  obtain: CredentialSource = clientCredentials,
  options: Partial<ClientOptions> = {},
): OpenClient =>
  openTestClient(url, {
    callers: {
      full: { headers: {}, query: {}, obtain },
      none: { headers: {}, query: {} },
      invalid: { headers: { authorization: 'Bearer invented' }, query: {} },
      expired: { headers: { authorization: 'Bearer long-gone' }, query: {} },
    },
    ...options,
  });
