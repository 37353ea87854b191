import type { Answer, AnswerResult } from '../service/http/answer.js';
import type { Request } from '../service/http/request.js';
import type { Orders } from '../service/orders/orders.js';
import type { RequestContext } from '../service/request-context.js';
import type { SeededRandom } from '../service/seeded-random.js';
import type { Settings } from '../service/settings.js';

/** Difficult circumstances of a correct service: they break none of its promises. */
export interface World {
  readonly name: string;
  /** One sentence that describes the circumstances. */
  readonly says: string;
  /** Settings of the world; they take precedence over those of dialects. */
  readonly sets?: Partial<Settings>;
  /** Dialects of the world. Choosing another one on the same axis is refused. */
  readonly needs?: readonly string[];
  /** The part of an assay profile that a correct declaration requires. Takes precedence over that of dialects. */
  readonly profile?: object;
  /** Whether the service becomes unusable during a run. */
  readonly isEnding?: true;
  /** Creates the circumstances of one server, which it may control once requests arrive. */
  open?(chance: SeededRandom, server: ServerControls): Circumstances;
}

/** Circumstances of one server. */
export interface Circumstances {
  /** Wraps every request: may change it, wait, answer it, or set its delivery. The first world is outermost. */
  around?(request: Request, proceed: Proceed): AnswerResult;
  /** Changes the state that a read sees: of its order, or of all orders. */
  alterRead?(visit: RequestContext): RequestContext;
  /** Number of orders that belong to other clients than the one under test. */
  countForeignOrders?(): number;
  close?(): void;
}

/** Continues to the inner worlds and the service. */
export type Proceed = (changed?: Request) => AnswerResult;

/** Controls of the server that clients do not have. */
export interface ServerControls {
  /** Sends a request as another client with all rights, without passing worlds. */
  ask(asked: OtherClientRequest): AnswerResult;
  /** Formats a response from outside the service like one of its own. */
  finish(request: Request, answer: Answer): Answer;
  /** The order stores of all tenants so far. */
  listOrderStores(): readonly Orders[];
  /** Closes the listener and all connections, and listens on the same port again. */
  restart(afterMs: number, isForgetting: boolean): Promise<void>;
}

export interface OtherClientRequest {
  readonly method: string;
  readonly target: string;
  readonly content?: object;
}

/** Continues with a response that is available now or later. */
export const chainAnswer = (answering: AnswerResult, then: (answer: Answer) => AnswerResult): AnswerResult =>
  answering instanceof Promise ? answering.then(then) : then(answering);
