import type { FaultSteps } from '../../src/demo/faults/fault.js';
import type { Answer, AnswerResult } from '../../src/demo/service/http/answer.js';
import type { Request } from '../../src/demo/service/http/request.js';
import type { Service } from '../../src/demo/service/request-context.js';
import type { SeededRandom } from '../../src/demo/service/seeded-random.js';
import type { Settings } from '../../src/demo/service/settings.js';
import type { TeamHabit } from './team/team-store.js';

/** A running service that leaks, with items of other clients in it. */
export interface LeakyService {
  readonly url: string;
  /** Orders that requests created and that still exist, including those that are only marked as deleted. */
  countOurs(): number;
  /** Those of them that show no marker of a run, so that nothing proves who created them. */
  countUnmarked(): number;
  /** Entries that no run created as items, and that name one: logs, and items of others. */
  countMentions(): number;
  /** Texts in addresses that give access to an item. */
  listSecrets(): string[];
  /** Paths of the orders that existed before and no longer do. */
  listDestroyed(): string[];
  /** Paths of the orders that existed before and are changed. */
  listChanged(): string[];
  /** Methods and paths of the unsafe requests that arrived, in order. */
  readonly writes: readonly string[];
  /** Calls back when so many unsafe requests have arrived. */
  onWrite(count: number, call: () => void): void;
  close(): Promise<void>;
}

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
  /** The team service with this habit answers, and no orders service. */
  readonly team?: () => TeamHabit;
  open(random: SeededRandom): LeakyHandler;
}
