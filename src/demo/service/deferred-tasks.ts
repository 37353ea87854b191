import { clock } from '../clock.js';
import { word } from './random-values.js';
import type { Chance } from './seeded-random.js';

/** Something that was accepted, and is done later. */
export interface Task {
  readonly id: string;
  readonly tenant: string;
  /** The path of what it is done to, as long as it is there afterwards. */
  readonly leadsTo: string | undefined;
  readonly dueAt: number;
  state: 'pending' | 'succeeded' | 'failed';
  /** Does it; whether it could be done. */
  run(): boolean;
}

/** Milliseconds that a task takes at least and at most. */
const least = 50;
const most = 400;

/** What was accepted; each request finds done what was due before it came. */
export class Later {
  readonly #tasks = new Map<string, Task>();
  readonly #lastDue = new Map<string, number>();
  #pending: Task[] = [];

  constructor(private readonly chance: Chance) {}

  /** Accepts a task; tasks on one subject are done in the order in which they came. */
  accept(task: Pick<Task, 'tenant' | 'leadsTo' | 'run'>, subject: string, now: number = clock.epochMs()): Task {
    const id = word(this.chance, 12);
    const dueAt = Math.max(now + this.chance.within(least, most), (this.#lastDue.get(subject) ?? 0) + 1);
    const accepted: Task = { ...task, id, dueAt, state: 'pending' };
    this.#lastDue.set(subject, dueAt);
    this.#tasks.set(id, accepted);
    this.#pending.push(accepted);
    return accepted;
  }

  find(id: string): Task | undefined {
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
