import type { HttpResponse, RawResponse } from '../model/exchange.js';
import type { Callers } from './auth/credentials.js';
import type { TokenContext } from './auth/fetch-token.js';
import type { ObtainedCredential } from './auth/token-store.js';
import type { ClientRequest, SentExchange, SentRawExchange } from './exchange.js';
import { buildUnsentExchange } from './rate-limit/rate-limiter.js';
import type { PendingRequest } from './recorder.js';
import { type RequestSigner, signRequest } from './sign-request.js';
import { dispatch } from './transport/dispatch.js';
import { abortRaw, sendRaw } from './transport/raw-socket.js';

/**
 * Prepares to send to one origin, each request in its turn and with the certificate of its caller. What was sent and what
 * came of it is recorded.
 */
export function createRecordedSends(
  { base, recorder, gate, routes, timeoutMs: usualMs }: TokenContext,
  callers: Callers,
  signer: RequestSigner | undefined,
) {
  const routeTo = ({ as = 'full' }: ClientRequest) => routes.to(base, callers[as]?.certificate);
  const sendInTurn = <E extends SentExchange | SentRawExchange>(
    request: ClientRequest,
    credential: ObtainedCredential | undefined,
    go: (sent: PendingRequest) => Promise<E>,
  ) =>
    gate.sendInTurn(base, request, async () => {
      const signed =
        signer === undefined ? request : await signRequest(request, signer, recorder.preview(request, credential));
      return typeof signed === 'string'
        ? (buildUnsentExchange(request, signed) as E)
        : go(recorder.begin(signed, credential));
    });
  return {
    send: (request: ClientRequest, credential: ObtainedCredential | undefined): Promise<SentExchange> =>
      sendInTurn(request, credential, async (sent) => {
        const { timeoutMs = usualMs } = request;
        return recorder.end(sent, await dispatch(routeTo(request), sent, timeoutMs));
      }),
    raw: (request: ClientRequest, credential: ObtainedCredential | undefined): Promise<SentRawExchange> =>
      sendInTurn(request, credential, async (sent) => {
        const got = await sendRaw(routeTo(request), sent, sent.content, request.timeoutMs ?? usualMs);
        const exchange = recorder.end(sent, typeof got === 'string' ? { silence: got } : buildRawResponse(got));
        return recorder.alias(exchange, { ...exchange, answer: typeof got === 'string' ? undefined : got });
      }),
    abort: (request: ClientRequest, credential: ObtainedCredential | undefined, how: 'whole' | 'half') =>
      // The client breaks this connection itself, so that no answer says nothing about the service.
      sendInTurn<SentExchange>({ ...request, isHasty: true }, credential, async (sent) =>
        recorder.end(sent, { silence: await abortRaw(routeTo(request), sent, sent.content, how) }),
      ),
  };
}

const buildRawResponse = ({ status, headers, content }: RawResponse): HttpResponse => ({
  status,
  headers,
  text: content,
  json: undefined,
});
