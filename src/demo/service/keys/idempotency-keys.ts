import { pause } from '../../clock.js';
import { type Answer, type AnswerResult, createJsonAnswer, createProblem } from '../http/answer.js';
import { getOrderPath } from '../orders/order-links.js';
import { representOrder } from '../orders/represent.js';
import type { KeyUse } from '../request-context.js';
import type { KeyChoices } from '../settings.js';

const capacity = 100_000;

/** Delay of a response in milliseconds, in dialects where a second request can meet the first. */
const flightMs = 25;

interface KeptAnswer {
  readonly content: string;
  /** Undefined while the first request is in progress. */
  answer?: Answer;
  pending?: Promise<unknown>;
}

export class IdempotencyKeys {
  readonly #kept = new Map<string, KeptAnswer>();

  constructor(private readonly choices: KeyChoices) {}

  /** Returns the first response for a known key; refusals are not stored, so their key may be used again. */
  once(use: KeyUse): AnswerResult {
    const known = this.#kept.get(createKeyName(use));
    if (!known) return this.#first(use);
    const { keyMismatch, keyInFlight } = this.choices;
    if (known.content !== use.content && keyMismatch !== 'replay') {
      return createProblem(keyMismatch, 'Idempotency-Key was used with other content.');
    }
    if (known.answer) return this.#again(known.answer, use);
    if (keyInFlight === 409) return createProblem(409, 'A request with this Idempotency-Key is under way.');
    return (known.pending ?? Promise.resolve()).then(() => this.once(use));
  }

  /** Whether the key is known, with a response or without. */
  isKnown(use: KeyUse): boolean {
    return this.#kept.has(createKeyName(use));
  }

  forget(use: KeyUse): void {
    this.#kept.delete(createKeyName(use));
  }

  #first(use: KeyUse): AnswerResult {
    const kept: KeptAnswer = { content: use.content };
    const answering = use.perform();
    if (!(answering instanceof Promise) && this.choices.keyInFlight === 'wait')
      return this.#settle(use, kept, answering);
    this.#keep(use, kept);
    const settled = this.#later(use, kept, answering);
    kept.pending = settled.catch(() => undefined);
    return settled;
  }

  async #later(use: KeyUse, kept: KeptAnswer, answering: AnswerResult): Promise<Answer> {
    try {
      const answer = await answering;
      if (this.choices.keyInFlight === 409) await pause(flightMs);
      return this.#settle(use, kept, answer);
    } catch (error) {
      this.forget(use);
      throw error;
    }
  }

  #settle(use: KeyUse, kept: KeptAnswer, answer: Answer): Answer {
    const hasMade = answer.status === 201 || answer.made !== undefined;
    if (!hasMade) this.forget(use);
    else {
      kept.answer = answer;
      this.#keep(use, kept);
    }
    return answer;
  }

  #again(answer: Answer, { visit }: KeyUse): Answer {
    const { keyReplay } = this.choices;
    // A 202 response only has the status monitor.
    if (keyReplay === 'answer' || answer.status === 202) return answer;
    const { service } = visit;
    const live = answer.made && service.orders.byId.get(answer.made.id);
    if (keyReplay === '200' || live === undefined) return { ...answer, status: 200 };
    return createJsonAnswer(200, representOrder(service, live), { location: getOrderPath(live) });
  }

  #keep(use: KeyUse, kept: KeptAnswer): void {
    const oldest = this.#kept.size >= capacity ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(createKeyName(use), kept);
  }
}

const createKeyName = ({ scope, key }: KeyUse): string => JSON.stringify([scope, key]);
