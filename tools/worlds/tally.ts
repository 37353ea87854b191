import type { World } from '../../src/demo/start-demo.js';
import type { ShortResult, WorldResult } from './check-world.js';

/** Least share, in percent, of what holds in the calm world that must hold in this one, and of the faults that must be found. */
const minHeldPercent = 80;
const minFoundPercent = 90;

/** One world over all seeds. */
export interface Tally {
  readonly world: string;
  readonly audits: number;
  readonly violated: number;
  readonly errored: number;
  /** Audits that ended without a report, and why. */
  readonly broke: readonly string[];
  /** Percent of what is held in the calm world in the same dialect that is held here. */
  readonly held: number;
  /** Why the rest was not, with counts. */
  readonly causes: Readonly<Record<string, number>>;
  readonly left: number;
  readonly faults: { readonly tried: number; readonly whole: number; readonly seen: number; readonly besides: number };
  readonly seconds: number;
  readonly isEnding: boolean;
  readonly accusations: readonly Accusation[];
  readonly missed: readonly MissedFault[];
}

/** One violation or error of a sound service. */
export interface Accusation extends ShortResult {
  readonly seed: number;
  readonly dialect: readonly string[];
}

/** A fault that was not found as it should have been. */
export interface MissedFault {
  readonly fault: string;
  readonly seed: number;
  readonly besides: readonly string[];
  readonly instead: readonly string[];
}

/** Counts what the audits of one world showed; `calm` has those of the calm world by seed. */
export function createTally(
  { name, isEnding }: Pick<World, 'name' | 'isEnding'>,
  done: readonly WorldResult[],
  calm: ReadonlyMap<number, WorldResult>,
): Tally {
  const sound = done.filter(({ job }) => job.fault === undefined);
  const broken = done.filter((one) => one.job.fault !== undefined && !isUntestable(one));
  const results = sound.flatMap(({ results: all }) => all);
  const expected = sound.flatMap((one) => pairWithControl(one, calm.get(one.job.seed)));
  const undecided = expected
    .filter(({ now }) => now?.verdict !== 'held')
    .map(({ now, was }) => now ?? createNotRun(was));
  const count = (word: ShortResult['verdict']) => results.filter(({ verdict }) => verdict === word).length;
  return {
    ...{
      world: name,
      isEnding: isEnding === true,
      audits: sound.length,
      violated: count('violated'),
      errored: count('errored'),
    },
    broke: done.flatMap(({ job, failure }) =>
      failure === undefined ? [] : [`seed ${job.seed} ${job.fault ?? ''}: ${failure}`],
    ),
    held: computePercent(expected.length - undecided.length, expected.length),
    causes: countWords(undecided.map(({ verdict, cause }) => (cause === undefined ? verdict : `${cause}`))),
    left: Math.max(0, ...sound.map(({ remainingOrders }) => remainingOrders)),
    faults: {
      tried: broken.length,
      whole: broken.filter(({ found }) => found?.isWhole).length,
      seen: broken.filter(({ found }) => found?.isSeen).length,
      besides: broken.filter(({ found }) => (found?.besides.length ?? 0) > 0).length,
    },
    seconds: Math.round(done.reduce((sum, { ms }) => sum + ms, 0) / 1000),
    accusations: sound.flatMap(listAccusations),
    missed: broken.filter(isMissed).map(createMissedFault),
  };
}

/** Whether a world is as it must be. */
export const isAcceptable = ({ violated, errored, broke, held, isEnding, faults }: Tally): boolean =>
  violated + errored + broke.length === 0 &&
  (isEnding || (held >= minHeldPercent && computeFoundPercent({ faults }) >= minFoundPercent));

/** Percent of the faults that any rule saw which claims it, with no other rule accused. */
export const computeFoundPercent = ({ faults: { tried, seen, besides } }: Pick<Tally, 'faults'>): number =>
  computePercent(Math.max(0, seen - besides), tried);

const createNotRun = ({ rule, subject }: ShortResult): ShortResult => ({ rule, subject, verdict: 'not-run' });

const pairWithControl = ({ results }: WorldResult, calm: WorldResult | undefined) =>
  (calm?.results ?? [])
    .filter(({ verdict }) => verdict === 'held')
    .map((was) => ({ was, now: results.find(({ rule, subject }) => rule === was.rule && subject === was.subject) }));

const listAccusations = ({ job: { seed, dialect }, results }: WorldResult): Accusation[] =>
  results
    .filter(({ verdict }) => verdict === 'violated' || verdict === 'errored')
    .map((result) => ({ ...result, seed, dialect }));

/** Whether a world leaves nothing to see of a fault, such as a wrong total where no total is told. */
const isUntestable = ({ found, results }: WorldResult): boolean => {
  const tried = results.filter(({ cause }) => cause !== 'filter');
  const isNowhere = tried.some(({ verdict }) => verdict === 'not-applicable');
  return (
    !found?.isSeen && isNowhere && tried.every(({ verdict }) => verdict === 'held' || verdict === 'not-applicable')
  );
};

const isMissed = ({ found }: WorldResult): boolean => !found?.isSeen || found.besides.length > 0;

const createMissedFault = ({ job: { fault = '', seed }, found, results }: WorldResult): MissedFault => ({
  ...{ fault, seed, besides: found?.besides ?? [] },
  instead: results
    .filter(({ verdict, cause }) => verdict !== 'held' && cause !== 'filter')
    .map(({ rule, verdict, cause = '' }) => `${rule} ${verdict} ${cause}`),
});

const computePercent = (part: number, whole: number): number => (whole === 0 ? 100 : Math.floor((100 * part) / whole));

function countWords(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).sort(([, one], [, other]) => other - one));
}
