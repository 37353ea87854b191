import fc from 'fast-check';
import type { CasePace } from '../read-delay.js';
import { type CaseKind, noRoom } from '../schedule/case-room.js';
import { createBoundaryProperty } from './boundary-property.js';
import type { TriedCase } from './experiment.js';
import type { TrialSettings } from './trial-settings.js';

type AheadSettings = Pick<TrialSettings, 'room' | 'path' | 'cases' | 'seed' | 'createGenerator' | 'tryValue'>;

/**
 * Begins cases ahead of their turn, so that the cases of one trial run side by side, each on items of its own. Their results
 * are taken in the order of the cases: what follows the first violated case does not count. A replay begins with one case,
 * and cases that wait between writes and reads show nothing beside others.
 */
export function createCasesAhead(settings: AheadSettings, pace: CasePace) {
  const { cases, path, tryValue } = settings;
  const room = path === undefined && pace === 'usual' ? settings.room : noRoom;
  const begun = new Map<number, Promise<TriedCase>>();
  let next = 0;
  let isOpen = false;
  let values: Promise<readonly unknown[]> | undefined;
  const begin = () => {
    if (!isOpen || next >= cases) return undefined;
    values ??= drawValues(settings);
    const index = next;
    next += 1;
    const tried = values.then((drawn) => tryValue(drawn[index], pace));
    begun.set(index, tried);
    const end = () => {};
    return tried.then(end, end);
  };
  let isReplaced = false;
  /** The case that is waited for has a place of its own, so another one may run in that of the waiting trial. */
  const beginInstead = async () => {
    isReplaced = true;
    await begin();
    isReplaced = false;
  };
  return {
    /** The result of the case with this number, which may have begun before. */
    take(index: number, value: unknown): Promise<TriedCase> {
      next = Math.max(next, index + 1);
      const tried = begun.get(index);
      if (tried === undefined) return tryValue(value, pace);
      begun.delete(index);
      if (isOpen && !isReplaced) void beginInstead();
      return tried;
    },
    /** From now on, further cases begin as soon as there is room. */
    open(kind?: CaseKind): void {
      isOpen = true;
      room.offer(begin, kind);
    },
    /** No further cases begin; resolves when those under way are over. */
    async close(): Promise<void> {
      isOpen = false;
      room.withdraw();
      await Promise.allSettled(begun.values());
    },
  };
}

export type CasesAhead = ReturnType<typeof createCasesAhead>;

/** Generates the values of all cases; the trial generates the same ones again. */
async function drawValues({ cases, seed, createGenerator }: AheadSettings): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  const property = createBoundaryProperty(createGenerator(), async (value) => values.push(value) > 0);
  await fc.check(property, { seed, numRuns: cases });
  return values;
}
