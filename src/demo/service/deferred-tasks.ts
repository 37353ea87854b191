import { clock } from '../clock.js';
import { drawWord } from './random-values.js';
import type { SeededRandom } from './seeded-random.js';

export interface DeferredTask {
  readonly id: string;
  readonly tenant: string;
  /** The path of its result, if that exists afterwards. */
  readonly resultPath: string | undefined;
  readonly dueAt: number;
  state: 'pending' | 'succeeded' | 'failed';
  /** Carries out the task; returns whether that was possible. */
  run(): boolean;
}

/** Minimum and maximum duration of a task, in milliseconds. */
const minDelayMs = 50;
const maxDelayMs = 400;

/** Accepted tasks; due ones are carried out before the next request is answered. */
export class DeferredTasks {
  readonly #tasks = new Map<string, DeferredTask>();
  readonly #lastDue = new Map<string, number>();
  #pending: DeferredTask[] = [];

  constructor(private readonly chance: SeededRandom) {}

  /** Accepts a task; tasks on one subject are carried out in order. */
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

  /** Carries out due tasks. */
  settle(now: number = clock.epochMs()): void {
    const due = this.#pending.filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt);
    if (due.length === 0) return;
    this.#pending = this.#pending.filter(({ dueAt }) => dueAt > now);
    for (const task of due) task.state = task.run() ? 'succeeded' : 'failed';
    if (this.#pending.length === 0) this.#lastDue.clear();
  }
}
