import { type DeskOptions, deskOf, type Recorded } from './desk.js';
import { dispatch } from './dispatch.js';
import type { Answer, Client, Concealed, Exchange, RawAnswer, RawExchange, Request } from './exchange.js';
import { identificationOf } from './identified.js';
import { paceOf } from './pace.js';
import { exchangeRaw, tearRaw } from './raw.js';
import type { Hidden, Redact } from './redact.js';
import { routesOf, type Wiring } from './route.js';
import type { Tape } from './tape.js';
import type { Held } from './tokens.js';

/** How a client is opened. */
export interface ClientOptions extends Wiring {
  readonly baseUrl: string;
  /** Fields sent with every request of a caller that is not told apart. */
  readonly headers?: Readonly<Record<string, Concealed>>;
  /** Who can be played, with everything that makes them known; `full` is the usual one. */
  readonly callers?: DeskOptions['callers'];
  readonly secrets?: readonly Hidden[];
  readonly timeoutMs?: number;
  readonly ratePerSecond?: number | undefined;
  readonly tape?: Tape;
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
  /** Requests sent so far. */
  count(): number;
  close(): Promise<void>;
}

/** Opens a client. Nothing is sent yet, so nothing fails yet. */
export function openClient(options: ClientOptions): OpenClient {
  const base = new URL(options.baseUrl);
  const callers = options.callers ?? {};
  const routes = routesOf(options);
  const desk = deskOf(base, options);
  const pace = paceOf(options.ratePerSecond);
  const patience = options.timeoutMs ?? 10_000;
  const wayOf = ({ as = 'full' }: Request) => routes.to(base, callers[as]?.certificate);
  const identification = identificationOf(callers, { base, desk, pace, routes, timeoutMs: patience });
  const send = async (request: Request, held: Held | undefined): Promise<Exchange> => {
    await pace();
    const sent = desk.begin(request, held);
    return desk.end(sent, await dispatch(wayOf(request), sent, request.timeoutMs ?? patience));
  };
  const raw = async (request: Request, held: Held | undefined): Promise<RawExchange> => {
    await pace();
    const sent = desk.begin(request, held);
    const got = await exchangeRaw(wayOf(request), sent, sent.content, request.timeoutMs ?? patience);
    const exchange = desk.end(sent, typeof got === 'string' ? got : answerOf(got));
    return desk.alias(exchange, { ...exchange, answer: typeof got === 'string' ? undefined : got });
  };
  return {
    redact: desk.redact,
    count: desk.count,
    recall: desk.recall,
    send: (request) => identification.going(request, (held) => send(request, held)),
    raw: (request) => identification.going(request, (held) => raw(request, held)),
    async tear(request, how) {
      const held = await identification.of(request);
      await pace();
      const sent = desk.begin(request, held);
      return desk.end(sent, await tearRaw(wayOf(request), sent, sent.content, how));
    },
    async elsewhere(url, headers) {
      await pace();
      const address = new URL(url);
      const sent = desk.beginElsewhere(address, headers);
      return desk.end(sent, await dispatch(routes.to(address), sent, Math.max(patience, patienceElsewhere)));
    },
    carry: desk.carry,
    introduce: identification.introduce,
    close: routes.close,
  };
}

/** A document may be long, and its host is not the one whose speed is known. */
const patienceElsewhere = 30_000;

const answerOf = ({ status, headers, content }: RawAnswer): Answer => ({
  status,
  headers,
  text: content,
  json: undefined,
});
