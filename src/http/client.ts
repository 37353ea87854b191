import type { Recorded } from '../model/recorded-exchange.js';
import { type Identification, identificationOf } from './auth/credential-renewal.js';
import type { Asking } from './auth/fetch-token.js';
import type { Held } from './auth/token-store.js';
import type { Answer, Client, Concealed, Exchange, RawAnswer, RawExchange, Request } from './exchange.js';
import { allow } from './method-guard.js';
import { gateOf } from './rate-limit/rate-limiter.js';
import type { Pacing } from './rate-limit/request-pace.js';
import { type DeskOptions, deskOf } from './recorder.js';
import type { Hidden, Redact, Redaction, Redactor } from './redact/redactor.js';
import type { Tape } from './tape.js';
import { dispatch } from './transport/dispatch.js';
import { exchangeRaw, tearRaw } from './transport/raw-socket.js';
import { routesOf, type Wiring } from './transport/routes.js';

/** How a client is opened. */
export interface ClientOptions extends Wiring, Pacing {
  readonly baseUrl: string;
  /** Fields sent with every request of a caller that is not told apart. */
  readonly headers?: Readonly<Record<string, Concealed>>;
  /** Who can be played, with everything that makes them known; `full` is the usual one. */
  readonly callers?: DeskOptions['callers'];
  readonly secrets?: readonly Hidden[];
  readonly redaction?: Redaction;
  readonly timeoutMs?: number;
  readonly tape?: Tape;
  /** Most requests that leave, those for credentials included; what is beyond is not sent. */
  readonly maxRequests?: number;
  /** Methods that may be sent to the target; without them all may. */
  readonly methods?: ReadonlySet<string>;
}

/**
 * A client on one origin. It neither follows redirects nor decodes nor keeps cookies, and records each request when it is
 * sent. It repeats none but those of a caller whose credential it obtained itself, once, where a 401 says that the
 * request was not carried out for want of another one.
 */
export interface OpenClient extends Client {
  /** Obtains the credentials of all callers who have none yet. Throws Unreachable, which names those that cannot be had. */
  introduce(): Promise<void>;
  /** What the tape says of an exchange that is still at hand. */
  recall(exchange: Pick<Exchange, 'n' | 'silence'>): Recorded;
  readonly redact: Redact;
  /** A value of JSON as it may be shown; what was blotted in these exchanges for where it stood is blotted in it, too. */
  clear<T>(value: T, seen?: readonly object[]): T;
  /** Whether a secret stands there that is too long to stand there by chance. */
  readonly isTelling: Redactor['isTelling'];
  /** As `clear`, for what must be understood afterwards: only what is no part of a name by chance is blotted. */
  readonly clearNames: Redactor['names'];
  /** Requests sent so far. */
  count(): number;
  /** Most requests that one may become, where a credential is renewed for it and it is sent again. */
  readonly mostPerRequest: number;
  /** The usual deadline, in milliseconds. */
  readonly timeoutMs: number;
  close(): Promise<void>;
}

/** Opens a client. Nothing is sent yet, so nothing fails yet. */
export function openClient(options: ClientOptions): OpenClient {
  const base = new URL(options.baseUrl);
  const callers = options.callers ?? {};
  const routes = routesOf(options);
  const desk = deskOf(base, options);
  const gate = gateOf(options);
  const patience = options.timeoutMs ?? 10_000;
  const wayOf = ({ as = 'full' }: Request) => routes.to(base, callers[as]?.certificate);
  const identification = identificationOf(callers, { base, desk, gate, routes, timeoutMs: patience });
  const send = (request: Request, held: Held | undefined): Promise<Exchange> =>
    gate.pass(base, request, async () => {
      const sent = desk.begin(request, held);
      return desk.end(sent, await dispatch(wayOf(request), sent, request.timeoutMs ?? patience));
    });
  const raw = (request: Request, held: Held | undefined): Promise<RawExchange> =>
    gate.pass(base, request, async () => {
      const sent = desk.begin(request, held);
      const got = await exchangeRaw(wayOf(request), sent, sent.content, request.timeoutMs ?? patience);
      const exchange = desk.end(sent, typeof got === 'string' ? got : answerOf(got));
      return desk.alias(exchange, { ...exchange, answer: typeof got === 'string' ? undefined : got });
    });
  const allowed = allowedBy(identification, options.methods);
  const { redact, clear, clearNames, isTelling, count, recall, carry } = desk;
  return {
    ...{ redact, clear, clearNames, isTelling, count, recall, carry },
    timeoutMs: patience,
    mostPerRequest: identification.mostPerRequest,
    send: (request) => allowed(request, send),
    raw: (request) => allowed(request, raw),
    async tear(request, how) {
      allow(request, options.methods);
      const held = await identification.of(request);
      // What is torn is silent by our own doing, so it says nothing of how the service fares.
      return gate.pass(base, { ...request, isHasty: true }, async () => {
        const sent = desk.begin(request, held);
        return desk.end(sent, await tearRaw(wayOf(request), sent, sent.content, how));
      });
    },
    elsewhere: elsewhereOn({ desk, gate, routes, timeoutMs: Math.max(patience, patienceElsewhere) }),
    introduce: identification.introduce,
    close: routes.close,
  };
}

/** Sends what may be sent, with the credential of who sends it; a request that may not is refused, and never throws at once. */
const allowedBy =
  ({ going }: Identification, methods: ClientOptions['methods']) =>
  <E extends Exchange | RawExchange>(
    request: Request,
    go: (request: Request, held: Held | undefined) => Promise<E>,
  ): Promise<E> => {
    try {
      allow(request, methods);
      return going(request, (held) => go(request, held));
    } catch (error) {
      return Promise.reject(error);
    }
  };

/** Sends to any address. */
const elsewhereOn =
  ({ desk, gate, routes, timeoutMs }: Omit<Asking, 'base'>): Client['elsewhere'] =>
  (url, headers) => {
    const address = new URL(url);
    return gate.pass(address, { method: 'GET', path: address.href }, async () => {
      const sent = desk.beginElsewhere(address, headers);
      return desk.end(sent, await dispatch(routes.to(address), sent, timeoutMs));
    });
  };

/** A document may be long, and its host is not the one whose speed is known. */
const patienceElsewhere = 30_000;

const answerOf = ({ status, headers, content }: RawAnswer): Answer => ({
  status,
  headers,
  text: content,
  json: undefined,
});
