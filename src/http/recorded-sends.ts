import type { HttpResponse, RawResponse } from '../model/exchange.js';
import type { Callers } from './auth/credentials.js';
import type { TokenContext } from './auth/fetch-token.js';
import type { ObtainedCredential } from './auth/token-store.js';
import type { ClientRequest, SentExchange, SentRawExchange } from './exchange.js';
import { dispatch } from './transport/dispatch.js';
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
export function createRecordedSends(context: TokenContext, callers: Callers): RecordedSends {
  const { base, recorder, gate, routes } = context;
  const routeFor = ({ as = 'full' }: ClientRequest) => routes.to(base, callers[as]?.certificate);
  return {
    send: (request, credential) =>
      gate.sendInTurn(base, request, async () => {
        const sent = recorder.begin(request, credential);
        return recorder.end(sent, await dispatch(routeFor(request), sent, request.timeoutMs ?? context.timeoutMs));
      }),
    raw: (request, credential) =>
      gate.sendInTurn(base, request, async () => {
        const sent = recorder.begin(request, credential);
        const got = await sendRaw(routeFor(request), sent, sent.content, request.timeoutMs ?? context.timeoutMs);
        const exchange = recorder.end(sent, typeof got === 'string' ? got : buildRawResponse(got));
        return recorder.alias(exchange, { ...exchange, answer: typeof got === 'string' ? undefined : got });
      }),
    abort: (request, credential, how) =>
      // The client breaks this connection itself, so that no answer says nothing about the service.
      gate.sendInTurn(base, { ...request, isHasty: true }, async () => {
        const sent = recorder.begin(request, credential);
        return recorder.end(sent, await abortRaw(routeFor(request), sent, sent.content, how));
      }),
  };
}

const buildRawResponse = ({ status, headers, content }: RawResponse): HttpResponse => ({
  status,
  headers,
  text: content,
  json: undefined,
});
