import { setTimeout as pause } from 'node:timers/promises';
import { isThrottled, isTransient, type Told, waitMs } from './trouble.js';

export { waitMs } from './trouble.js';

/** The waits of a run: who is told to come back later holds up everybody, for the limit is everybody's. */
export interface Patience {
  /** Waits until nobody has to; undefined where that is so already. */
  open(): Promise<void> | undefined;
  /**
   * Sends, and again after a wait where that was answered 429: it was not carried out. What is safe is also sent again where
   * somebody on the way had trouble, which may pass; what is not may have been carried out, so it never is.
   */
  patiently<E extends Told>(send: () => Promise<E>, isSafe?: boolean): Promise<E>;
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
  const afterTrouble: Repeating = async (first, send) => {
    let last = first;
    for (let i = 0; i < mostAfterTrouble && isTransient(last); i += 1) {
      const ms = Math.max(troubleMs * growth ** i, waitMs(last) ?? 0);
      if (!isAffordable(ms)) break;
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
      return isSafe && isTransient(first) ? afterTrouble(first, send) : first;
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

type Repeating = <E extends Told>(first: E, send: () => Promise<E>) => Promise<E>;

/** Where everybody waits. */
function doorOf(leftMs: () => number) {
  let opensAt = 0;
  let waitedMs = 0;
  const closedMs = () => opensAt - performance.now();
  return {
    waitedMs: () => waitedMs,
    isOpen: () => closedMs() <= 0,
    /** Closes for a time, and tells by how much longer that is than it was. */
    close(ms: number): number {
      const now = performance.now();
      const more = Math.max(0, now + ms - Math.max(now, opensAt));
      if (more > 0) opensAt = now + ms;
      waitedMs += more;
      return more;
    },
    open: () => (closedMs() <= 0 ? undefined : until(() => closedMs() <= 0 || leftMs() <= 0, closedMs)),
    opened: () => until(() => closedMs() <= 0, closedMs),
  };
}

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
    : [`${requests(troubled)} sent again after 502, 503, 504 or a connection that broke; only what is safe is`]),
];

const requests = (count: number) => `${count} ${count === 1 ? 'request was' : 'requests were'}`;

/** So long is waited at a time: somebody may have had enough of it. */
const sliceMs = 200;

async function until(isOver: () => boolean, ms: () => number): Promise<void> {
  while (!isOver()) await pause(Math.max(1, Math.min(sliceMs, Math.ceil(ms()))));
}
