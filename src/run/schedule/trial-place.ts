import type { Trial } from '../../model/result/plan.js';
import type { Collection } from '../../model/service/subject.js';
import type { Claim } from './claim.js';
import type { TrialClaim } from './trial-claim.js';

/** Begins one more case; undefined where the trial has none left. Never rejects. */
export type BeginCase = () => Promise<void> | undefined;

/** How much further cases of a trial matter. */
export type CaseKind = 'tentative' | 'usual' | 'long';

/** Work beside the trials that reads and removes items of its own. */
export interface SideTask {
  readonly collection: Collection;
  /** Resolves when the work may begin. */
  readonly ready: Promise<void>;
  readonly go: () => Promise<void>;
}

/** What decides how many cases run at the same time. */
export interface PlaceOptions {
  readonly concurrency: number;
  /** Whether the items of a case may be removed while other cases run in its place. */
  readonly mayRemoveBehind?: boolean;
  /** Called when more may perhaps begin. */
  readonly onChange: () => void;
}

export type PlaceOfTrial = TrialPlace & { readonly trial: Trial };

export const isOfTrial = (place: TrialPlace): place is PlaceOfTrial => place.trial !== undefined;

/** The places of one trial, or of a side task, which has no trial: one for the case that is under way, and some for further ones. */
export class TrialPlace {
  /** Whether the items of a case may be removed while the next one runs. */
  readonly mayRemoveBehind: boolean;
  /** Whether it runs beside others that expect no effect. */
  readonly isGrouped: boolean;
  /** Whether cases may give their place back while their first request is under way, which usually creates their items. */
  readonly mayPrepare: boolean;
  /** For a trial that watches more than its items: is granted when the trials before have removed theirs. */
  readonly removals: Claim | undefined;
  /** The trials that it waits for, and those that these wait for. */
  readonly assumed = new Set<PlaceOfTrial>();
  dependents = 0;
  /** Whether it sends what a service may never recover from, so that it begins when all before it have ended. */
  mayStopService = false;
  /** How long it probably takes, with the longest sequence of trials that wait for it. */
  length = 0;
  /** Whether it waits for nothing but its claim. */
  isReady = true;
  /** `checked` is a trial that has ended and perhaps must run again, which others that assume it do not wait for. */
  progress: 'open' | 'running' | 'checked' | 'ended' | 'settled' = 'open';
  /** Number of cases under way; 1 before the first one, 0 where only the removal of items is left. */
  cases = 1;
  /** Number of these cases whose first request is under way. */
  preparing = 0;
  further: { readonly begin: BeginCase; readonly kind: CaseKind } | undefined;

  constructor(
    readonly claim: TrialClaim,
    private readonly options: PlaceOptions,
    readonly trial?: Trial,
    /** The number of the trial in the plan. */
    readonly index = 0,
  ) {
    this.mayRemoveBehind = options.mayRemoveBehind === true && claim.mayRemoveBehind;
    this.isGrouped = options.concurrency > 1 && claim.mode === 'no effect';
    const { uses, mode } = claim;
    this.mayPrepare = this.mayRemoveBehind && mode === 'own items';
    this.removals = mode === 'own items' ? undefined : { level: 'removals', uses, mode, of: claim };
  }

  /** Whether further cases may begin with the first one: those that wait for each other at the same list, and those that many trials wait for. */
  get isEager(): boolean {
    return this.claim.isOfLists || this.dependents > this.options.concurrency;
  }

  /** Gives the place of a case back while its first request is under way; the returned function takes it again, at once. */
  prepare(): () => void {
    let isOver = false;
    this.preparing += 1;
    this.options.onChange();
    return () => {
      if (!isOver) this.preparing -= 1;
      isOver = true;
    };
  }

  /**
   * From now on, further cases are begun as soon as there is room for them, until `withdraw`: where they take long, before other trials,
   * so that they are not under way when all others are over; tentative ones only where no trial can begin, or one of less than half the
   * length.
   */
  offer(begin: BeginCase, kind: CaseKind = 'usual'): void {
    this.further = { begin, kind };
    this.options.onChange();
  }

  withdraw(): void {
    this.further = undefined;
  }

  /** No further case begins: only the removal of items is left. */
  leave(): void {
    if (this.mayRemoveBehind) this.cases = 0;
    this.options.onChange();
  }

  /** Begins a further case that was offered, or forgets the offer where none is left. */
  beginFurther(): void {
    const done = this.further?.begin();
    if (done === undefined) {
      this.further = undefined;
      return;
    }
    this.cases += 1;
    void done.then(() => {
      this.cases -= 1;
      this.options.onChange();
    });
  }

  /** A trial that has ended begins again, before all others. */
  reset(): void {
    this.progress = 'open';
    this.cases = 1;
    this.preparing = 0;
    this.further = undefined;
  }
}
