import { clock } from '../clock.js';
import { drawWord } from './random-values.js';
import type { SeededRandom } from './seeded-random.js';

/** Something that was accepted, and is done later. */
export interface DeferredTask {
  readonly id: string;
  readonly tenant: string;
  /** The path of what it is done to, as long as it is there afterwards. */
  readonly resultPath: string | undefined;
  readonly dueAt: number;
  state: 'pending' | 'succeeded' | 'failed';
  /** Does it; whether it could be done. */
  run(): boolean;
}

/** Milliseconds that a task takes at least and at most. */
const minDelayMs = 50;
const maxDelayMs = 400;

/** What was accepted; each request finds done what was due before it came. */
export class DeferredTasks {
  readonly #tasks = new Map<string, DeferredTask>();
  readonly #lastDue = new Map<string, number>();
  #pending: DeferredTask[] = [];

  constructor(private readonly chance: SeededRandom) {}

  /** Accepts a task; tasks on one subject are done in the order in which they came. */
  accept(
    task: Pick<DeferredTask, 'tenant' | 'resultPath' | 'run'>,
    subject: string,
    now: number = clock.epochMs(),
  ): DeferredTask {
    const id = drawWord(this.chance, 12);
    const dueAt = Math.max(
      now + this.chance.drawInteger(minDelayMs, maxDelayMs),
      (this.#lastDue.get(subject) ?? 0) + 1,
    );
    const accepted: DeferredTask = { ...task, id, dueAt, state: 'pending' };
    this.#lastDue.set(subject, dueAt);
    this.#tasks.set(id, accepted);
    this.#pending.push(accepted);
    return accepted;
  }

  find(id: string): DeferredTask | undefined {
    return this.#tasks.get(id);
  }

  /** Does what is due. */
  settle(now: number = clock.epochMs()): void {
    const due = this.#pending.filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt);
    if (due.length === 0) return;
    this.#pending = this.#pending.filter(({ dueAt }) => dueAt > now);
    for (const task of due) task.state = task.run() ? 'succeeded' : 'failed';
    if (this.#pending.length === 0) this.#lastDue.clear();
  }
}
