import type { Trial } from '../../model/result/plan.js';
import { createListLock } from './list-locks.js';

/** A trial by its rule and its subject: the same while its subject has the items above it, and before. */
export type TrialName = `${string}@${string}`;

export const nameTrial = ({ rule, subject }: Pick<Trial, 'rule' | 'subject'>): TrialName => `${rule}@${subject.name}`;

/**
 * The cases of rules that expect no effect. They create their items together, and then send side by side what should change nothing.
 * Where anything changed, it is not known which of them did it, so each runs again alone.
 */
export interface EffectGroup {
  /** Announces a case; the returned function says that it has created its items, or that it is over. */
  announce(): () => void;
  /** Waits until no case sends what should change nothing, then creates, compares or removes items; several at once. */
  change<T>(go: () => Promise<T>): Promise<T>;
  /**
   * Waits until all announced cases have created their items. Until the returned function is called, no other case creates or
   * removes any.
   */
  begin(trial: Trial): Promise<() => void>;
  /** The trials whose cases were under way together with one of this trial, itself included; none where it never began. */
  listCompany(trial: Trial): ReadonlySet<TrialName>;
}

/** Creates the group of a run. */
export function createEffectGroup(): EffectGroup {
  const lock = createListLock();
  const sessions = new Map<TrialName, Set<Set<TrialName>>>();
  let session = new Set<TrialName>();
  let underWay = 0;
  return {
    announce: lock.announce,
    change: lock.change,
    async begin(trial) {
      const end = await lock.beginReading(true);
      const name = nameTrial(trial);
      if (underWay === 0) session = new Set();
      underWay += 1;
      session.add(name);
      sessions.set(name, (sessions.get(name) ?? new Set()).add(session));
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        underWay -= 1;
        end();
      };
    },
    listCompany: (trial) => new Set([...(sessions.get(nameTrial(trial)) ?? [])].flatMap((one) => [...one])),
  };
}

/** Wraps the waits of a group. */
export const watchGroup = (group: EffectGroup, watch: <T>(go: () => Promise<T>) => Promise<T>): EffectGroup => ({
  ...group,
  change: (go) => watch(() => group.change(go)),
  begin: (trial) => watch(() => group.begin(trial)),
});
