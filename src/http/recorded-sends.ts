import type { HttpResponse, RawResponse } from '../model/exchange.js';
import type { Callers } from './auth/credentials.js';
import type { TokenContext } from './auth/fetch-token.js';
import type { ObtainedCredential } from './auth/token-store.js';
import { type ClientRequest, type SentExchange, type SentRawExchange, unsentNumber } from './exchange.js';
import { type RequestSigner, signRequest } from './sign-request.js';
import { dispatch, type UnusableResponse } from './transport/dispatch.js';
import { abortRaw, sendRaw } from './transport/raw-socket.js';

/** Sends in turn and records what was sent and what came of it, with a credential that was obtained before. */
export interface RecordedSends {
  send(request: ClientRequest, credential: ObtainedCredential | undefined): Promise<SentExchange>;
  raw(request: ClientRequest, credential: ObtainedCredential | undefined): Promise<SentRawExchange>;
  abort(
    request: ClientRequest,
    credential: ObtainedCredential | undefined,
    how: 'whole' | 'half',
  ): Promise<SentExchange>;
}

/** Prepares to send to one origin, each request with the certificate of its caller. */
export function createRecordedSends(
  context: TokenContext,
  callers: Callers,
  signer: RequestSigner | undefined,
): RecordedSends {
  const { base, recorder, gate, routes } = context;
  const sign = async (request: ClientRequest, credential: ObtainedCredential | undefined) =>
    signer === undefined ? request : signRequest(request, signer, recorder.preview(request, credential));
  const routeFor = ({ as = 'full' }: ClientRequest) => routes.to(base, callers[as]?.certificate);
  return {
    send: (request, credential) =>
      gate.sendInTurn(base, request, async () => {
        const signed = signer === undefined ? request : await sign(request, credential);
        if (typeof signed === 'string') return buildUnsent(request, signed);
        const sent = recorder.begin(signed, credential);
        let unusable: UnusableResponse | undefined;
        const keep = (response: UnusableResponse) => {
          unusable = response;
        };
        const { timeoutMs = context.timeoutMs } = request;
        const exchange = recorder.end(sent, await dispatch(routeFor(request), sent, timeoutMs, keep));
        return unusable === undefined ? exchange : recorder.alias(exchange, { ...exchange, unusable });
      }),
    raw: (request, credential) =>
      gate.sendInTurn(base, request, async () => {
        const signed = await sign(request, credential);
        if (typeof signed === 'string') return buildUnsent(request, signed);
        const sent = recorder.begin(signed, credential);
        const got = await sendRaw(routeFor(request), sent, sent.content, request.timeoutMs ?? context.timeoutMs);
        const exchange = recorder.end(sent, typeof got === 'string' ? got : buildRawResponse(got));
        return recorder.alias(exchange, { ...exchange, answer: typeof got === 'string' ? undefined : got });
      }),
    abort: (request, credential, how) =>
      // The client breaks this connection itself, so that no answer says nothing about the service.
      gate.sendInTurn(base, { ...request, isHasty: true }, async () => {
        const signed = await sign(request, credential);
        if (typeof signed === 'string') return buildUnsent(request, signed);
        const sent = recorder.begin(signed, credential);
        return recorder.end(sent, await abortRaw(routeFor(request), sent, sent.content, how));
      }),
  };
}

const buildUnsent = ({ method, path, role }: ClientRequest, silence: string) =>
  ({ n: unsentNumber, method, path, answer: undefined, silence, role }) as const;

const buildRawResponse = ({ status, headers, content }: RawResponse): HttpResponse => ({
  status,
  headers,
  text: content,
  json: undefined,
});
