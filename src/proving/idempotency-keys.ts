import { type Answer, problem } from './answer.js';
import { canonical, type Json } from './json.js';

const capacity = 100_000;

/** What was answered under which idempotency key. */
export class IdempotencyKeys {
  readonly #kept = new Map<string, { readonly content: string; readonly answer: Answer }>();

  /** Answers as the first time if the key is known; refusals are not kept, so their key may be used again. */
  once(key: string | undefined, content: Json, create: () => Answer): Answer {
    if (key === undefined) return create();
    if (key === '' || key.length > 255) return problem(400, 'Idempotency-Key must have 1 to 255 characters.');
    const text = canonical(content);
    const known = this.#kept.get(key);
    if (known)
      return known.content === text ? known.answer : problem(422, 'Idempotency-Key was used with other content.');
    const answer = create();
    if (answer.status === 201) this.#keep(key, text, answer);
    return answer;
  }

  #keep(key: string, content: string, answer: Answer): void {
    const oldest = this.#kept.size >= capacity ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, { content, answer });
  }
}
