import type { FaultSteps } from '../../src/demo/faults/fault.js';
import type { Answer, AnswerResult } from '../../src/demo/service/http/answer.js';
import type { Request } from '../../src/demo/service/http/request.js';
import type { Service } from '../../src/demo/service/request-context.js';
import type { SeededRandom } from '../../src/demo/service/seeded-random.js';
import type { Settings } from '../../src/demo/service/settings.js';

/** A request to a leaky service. */
export interface LeakyRequest {
  readonly request: Request;
  readonly service: Service;
  /** Answers as the correct service does. */
  proceed(changed?: Request): AnswerResult;
  /** Formats an answer of the leak like one of the service. */
  finish(said: Answer): Answer;
}

/** Answers a request, and leaks. */
export type LeakyHandler = (request: LeakyRequest) => AnswerResult;

/** A bug or habit of a service by which items of a run stay, or seem to. */
export interface Leak {
  readonly name: string;
  /** One sentence that describes it. */
  readonly says: string;
  readonly dialect?: readonly string[];
  readonly sets?: Partial<Settings>;
  readonly steps?: () => FaultSteps;
  /** Number of orders of other clients. */
  readonly existing?: number;
  /** A part of the profile with which the service is audited. */
  readonly profile?: object;
  /** Whether the marker does not survive, so that the number of items may only be known within bounds. */
  readonly isMarkerLost?: true;
  /** Whether the service itself destroys orders of other clients. */
  readonly isDestructive?: true;
  open(random: SeededRandom): LeakyHandler;
}
