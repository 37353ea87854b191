import { pause } from '../model/clock.js';
import { doorOf } from './backoff.js';
import { isThrottled, isTransient, type Told, waitMs } from './classify-answer.js';

export { waitMs } from './classify-answer.js';

/** The waits of a run: who is told to come back later holds up everybody, for the limit is everybody's. */
export interface Patience {
  /** Waits until nobody has to; undefined where that is so already. */
  open(): Promise<void> | undefined;
  /**
   * Sends, and again after a wait where that was answered 429: it was not carried out. What is safe is also sent again where
   * somebody on the way had trouble, which may pass; what is not may have been carried out, so it never is. Where that asked
   * for a time, it is for `send` to wait.
   */
  patiently<E extends Told>(send: () => Promise<E>, isSafe?: Repeatable): Promise<E>;
  /** Waits before something is removed after all; false where the patience for that is at its end. */
  beforeRemoval(refused: Told): Promise<boolean>;
  /** Holds up everybody for a time. */
  close(ms: number): void;
  /** What there is to say about it. */
  notes(): string[];
}

/** Longest time that one request waits, and what one waits at first that is told no time, in milliseconds. */
const longestMs = 60_000;
const unspokenMs = 1_000;
const longestUnspokenMs = 10_000;
/** How often one request is sent again after 429, and after trouble that may pass. */
const mostAfterThrottling = 3;
const mostAfterTrouble = 3;
/** What is waited before a request is sent again after trouble, at first, and each time so many times as long. */
const troubleMs = 50;
const growth = 4;
/** Requests in a row that were answered 429 to the last, after which waiting is over for this run. */
const mostInVain = 3;
/** Time that a run waits in all to remove what it made. */
const removalMs = 30_000;

/** Begins with all the patience of a run; `leftMs` tells how long it may still take, and nothing once it was interrupted. `maySpare` tells whether cleaning up can pay for another try. */
export function patienceOf(leftMs: () => number, maySpare: () => boolean = () => true): Patience {
  const door = doorOf(leftMs);
  const run = { inVain: 0, throttled: 0, repeated: 0, troubled: 0, forRemovalMs: removalMs };
  /** Waits grow while nobody says how long they have to be. */
  const waitFor = (told: Told) => waitMs(told) ?? Math.min(unspokenMs * 2 ** run.throttled, longestUnspokenMs);
  const isAffordable = (ms: number) => ms <= longestMs && ms < leftMs();
  const afterThrottling: Repeating = async (first, send) => {
    let last = first;
    for (let i = 0; i < mostAfterThrottling && isThrottled(last) && run.inVain < mostInVain; i += 1) {
      const ms = waitFor(last);
      if (!isAffordable(ms)) break;
      if (isNews(last, door)) run.throttled += Math.sign(door.close(ms));
      await door.open();
      run.repeated += 1;
      last = await send();
    }
    if (last === first) return last;
    const isInVain = isThrottled(last);
    Object.assign(run, isInVain ? { inVain: run.inVain + 1 } : { inVain: 0, throttled: 0 });
    return last;
  };
  const afterTrouble = async <E extends Told>(first: E, send: () => Promise<E>, isSafe: Repeatable) => {
    let last = first;
    for (let i = 0; i < mostAfterTrouble && isTransient(last) && mayRepeat(isSafe, last); i += 1) {
      const ms = troubleMs * growth ** i;
      if (!isAffordable(Math.max(ms, waitMs(last) ?? 0))) break;
      await pause(ms);
      run.troubled += 1;
      last = await afterThrottling(await send(), send);
    }
    return last;
  };
  return {
    open: door.open,
    close: (ms) => void door.close(ms),
    async patiently(send, isSafe = false) {
      const sent = await send();
      const first = isThrottled(sent) ? await afterThrottling(sent, send) : sent;
      return isTransient(first) ? afterTrouble(first, send, isSafe) : first;
    },
    async beforeRemoval(refused) {
      const ms = waitFor(refused);
      if (ms > run.forRemovalMs || !maySpare()) return false;
      run.forRemovalMs -= door.close(ms);
      await door.opened();
      return true;
    },
    notes: () => toldOf({ ...run, waitedMs: door.waitedMs() }),
  };
}

/** Those who come back while everybody waits left before it, so that they tell nothing new unless they tell a time. */
const isNews = (told: Told, door: { isOpen(): boolean }): boolean => waitMs(told) !== undefined || door.isOpen();

/** Whether a request may be sent again after trouble, always or by what came of it last. */
type Repeatable = boolean | ((last: Told) => boolean);

const mayRepeat = (is: Repeatable, last: Told): boolean => (typeof is === 'boolean' ? is : is(last));

type Repeating = <E extends Told>(first: E, send: () => Promise<E>) => Promise<E>;

interface Waits {
  readonly repeated: number;
  readonly troubled: number;
  readonly waitedMs: number;
}

const toldOf = ({ repeated, troubled, waitedMs }: Waits): string[] => [
  ...(repeated === 0
    ? []
    : [
        `${requests(repeated)} answered 429 and sent again; that took ${Math.ceil(waitedMs / 1000)} s in all, which --rate would save`,
      ]),
  ...(troubled === 0
    ? []
    : [
        `${requests(troubled)} sent again after 502, 503, 504 or a connection that broke; only what is safe or never left is`,
      ]),
];

const requests = (count: number) => `${count} ${count === 1 ? 'request was' : 'requests were'}`;
