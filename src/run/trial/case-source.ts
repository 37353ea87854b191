import fc from 'fast-check';
import { isObject } from '../../model/json.js';
import { createBoundaryProperty, drawFirstValues } from '../../rule/values/generators.js';
import type { CaseKind, TrialPlace } from '../schedule/trial-place.js';
import type { TriedCase } from './experiment.js';
import type { CasePace } from './shared-state.js';
import type { CaseAnswer, Drawn } from './trial-actions.js';

/** What decides which cases are drawn; `path` is the fast-check path of one case. */
export interface DrawSettings {
  readonly createGenerator: () => fc.Arbitrary<unknown>;
  readonly seed: number;
  readonly cases: number;
  /** How many cases may be skipped for each that is wanted. */
  readonly maxSkipsPerRun: number;
  readonly path?: string | undefined;
  /** Pointers to members of bodies whose drawn values are not sent: each item gets values of its own. */
  readonly rewritten?: readonly string[];
}

type FoundCase = Extract<Drawn, { found: unknown }>;

/** Draws cases with fast-check, one at a time: what the last one has shown decides whether the next one is a smaller one. */
export class CaseSource {
  #check: Promise<FoundCase> | undefined;
  #deliver: (drawn: Drawn) => void = () => {};
  #answer: (said: CaseAnswer) => void = () => {};

  constructor(readonly settings: DrawSettings) {}

  /** The next case. `said` is about the one before. Rejects when no value can be generated. */
  next(said: CaseAnswer = 'kept'): Promise<Drawn> {
    const delivered = new Promise<Drawn>((resolve) => {
      this.#deliver = resolve;
    });
    if (this.#check === undefined) this.#check = this.#run();
    else this.#answer(said);
    return Promise.race([delivered, this.#check]);
  }

  async #run(): Promise<FoundCase> {
    const { createGenerator, seed, cases, path, maxSkipsPerRun, rewritten = [] } = this.settings;
    let smallest: string | undefined;
    const property = createBoundaryProperty(createGenerator(), (value, isCorner, index) => {
      // What would be sent as the case that is violated is no smaller one.
      if (smallest !== undefined && describeSent(value, rewritten) === smallest) return Promise.resolve(true);
      const answered = new Promise<boolean>((resolve, reject) => {
        this.#answer = (said) => {
          if (said === 'broken') smallest = describeSent(value, rewritten);
          if (said === 'skipped') reject(new fc.PreconditionFailure());
          else resolve(said === 'kept');
        };
      });
      this.#deliver({ value, isCorner, index });
      return answered;
    });
    const usual = { seed, numRuns: cases, maxSkipsPerRun };
    try {
      const details = await fc.check(property, path === undefined ? usual : { ...usual, path, endOnFailure: true });
      const { counterexample, counterexamplePath } = details;
      if (!details.failed || counterexample === null || counterexamplePath === null) return { found: undefined };
      return { found: { value: counterexample[0], path: counterexamplePath } };
    } catch (error) {
      // A path that leads nowhere shows nothing.
      if (path === undefined) throw error;
      return { found: undefined };
    }
  }
}

/** A drawn case as text, without the values of members that are rewritten in the bodies of which it consists. */
function describeSent(value: unknown, rewritten: readonly string[]): string {
  if (!isObject(value)) return fc.stringify(value);
  const hide = ([name, member]: [string, unknown]) => [name, rewritten.includes(`/${name}`) ? true : member];
  const parts = Object.values(value).map((part) => (isObject(part) ? Object.entries(part).map(hide) : part));
  return fc.stringify(parts);
}

type CasePlace = Pick<TrialPlace, 'offer' | 'withdraw'>;

/**
 * Begins cases ahead of their turn, so that the cases of one trial run side by side, each on items of its own. Their results are taken
 * in the order of the cases: what follows the first violated case does not count. A replay begins with one case, and cases that wait
 * between writes and reads show nothing beside others.
 */
export class CasesAhead {
  readonly #begun = new Map<number, Promise<TriedCase>>();
  readonly #place: CasePlace | undefined;
  #values: Promise<readonly unknown[]> | undefined;
  // The first case has the place of the trial itself.
  #next = 1;
  #isOpen = false;
  #isReplaced = false;

  constructor(
    place: CasePlace,
    pace: CasePace,
    private readonly settings: DrawSettings,
    private readonly run: (value: unknown) => Promise<TriedCase>,
  ) {
    this.#place = settings.path === undefined && pace === 'usual' ? place : undefined;
  }

  /** The result of the case with this number, which may have begun before. */
  take(index: number, value: unknown): Promise<TriedCase> {
    this.#next = Math.max(this.#next, index + 1);
    const tried = this.#begun.get(index);
    if (tried === undefined) return this.run(value);
    this.#begun.delete(index);
    // The case that is waited for has a place of its own, so another one may run in that of the waiting trial.
    if (this.#isOpen && !this.#isReplaced) {
      this.#isReplaced = true;
      void Promise.resolve(this.#begin()).then(() => {
        this.#isReplaced = false;
      });
    }
    return tried;
  }

  /** From now on, further cases begin as soon as there is room. */
  open(kind: CaseKind): void {
    this.#isOpen = true;
    this.#place?.offer(() => this.#begin(), kind);
  }

  /** No further cases begin; resolves when those under way are over. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#place?.withdraw();
    if (this.#begun.size > 0) await Promise.allSettled(this.#begun.values());
  }

  #begin(): Promise<void> | undefined {
    const { cases, seed, createGenerator } = this.settings;
    if (!this.#isOpen || this.#next >= cases) return undefined;
    // The trial generates the same ones again.
    this.#values ??= drawFirstValues(createGenerator(), seed, cases);
    const index = this.#next;
    this.#next += 1;
    const tried = this.#values.then((drawn) => this.run(drawn[index]));
    this.#begun.set(index, tried);
    const end = () => {};
    return tried.then(end, end);
  }
}
