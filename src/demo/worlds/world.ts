import type { Answer, AnswerResult } from '../service/http/answer.js';
import type { Request } from '../service/http/request.js';
import type { Orders } from '../service/orders/orders.js';
import type { RequestContext } from '../service/request-context.js';
import type { SeededRandom } from '../service/seeded-random.js';
import type { Settings } from '../service/settings.js';

/** Difficult circumstances of a sound service: nothing that it promises is broken in them. */
export interface World {
  readonly name: string;
  /** One sentence: what is the case in it. */
  readonly says: string;
  /** Settings that it brings; they win over those of dialects. */
  readonly sets?: Partial<Settings>;
  /** Dialects that it brings. A choice of another one on the same axis is refused. */
  readonly needs?: readonly string[];
  /** The part of an assay profile that declares it, where an honest owner would have to. Wins over that of dialects. */
  readonly profile?: object;
  /** Whether what is asked of the service can be had for a part of a run only. */
  readonly isEnding?: true;
  /** Makes the circumstances anew for each server. */
  open?(chance: SeededRandom): Circumstances;
}

/** What is laid around one server. */
export interface Circumstances {
  /** Lies around every request: may change it, wait, answer in its place, or tell how the answer is delivered. The world that was named first is outermost. */
  around?(request: Request, proceed: Proceed): AnswerResult;
  /** What a visit that reads is shown: another state of its order, or of all orders. */
  alterRead?(visit: RequestContext): RequestContext;
  /** Is told of the stage as soon as there is one, before the first request. */
  begin?(stage: ServerControls): void;
  /** How many live orders belong to somebody else than the client under test. */
  countForeignOrders?(): number;
  /** Clears timers and what else is left. */
  close?(): void;
}

/** Goes on to what is inside. */
export type Proceed = (changed?: Request) => AnswerResult;

/** The server from behind: what somebody or something other than the client can do. */
export interface ServerControls {
  readonly url: string;
  readonly settings: Settings;
  /** Asks as somebody else with all rights does, past all worlds. */
  ask(asked: OtherClientRequest): AnswerResult;
  /** Gives an answer that was found outside of the service the shape of its own. */
  finish(request: Request, said: Answer): Answer;
  /** The orders of each tenant that has been here. */
  listOrderStores(): readonly Orders[];
  /** Closes the listener, cuts all connections, and comes back on the same port; with everything forgotten if that is asked for. */
  restart(afterMs: number, isForgetting: boolean): Promise<void>;
}

/** A request of somebody else. */
export interface OtherClientRequest {
  readonly method: string;
  readonly target: string;
  readonly content?: object;
}

/** Does something with an answer that comes now or later. */
export const chainAnswer = (answering: AnswerResult, then: (answer: Answer) => AnswerResult): AnswerResult =>
  answering instanceof Promise ? answering.then(then) : then(answering);
