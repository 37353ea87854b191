import { setTimeout as pause } from 'node:timers/promises';
import { type Exchange, header, type RawExchange } from '../rule/index.js';

/** The waits of a run: who is told to come back later holds up everybody, for the limit is everybody's. */
export interface Patience {
  /** Waits until nobody has to; undefined where that is so already. */
  open(): Promise<void> | undefined;
  /** Sends, and once more where that was answered 429 and the wait is one that can be afforded. */
  patiently<E extends Told>(send: () => Promise<E>): Promise<E>;
  /** Waits before something is removed after all; false where the patience for that is at its end. */
  beforeRemoval(refused: Told): Promise<boolean>;
  /** What there is to say about it. */
  notes(): string[];
}

type Told = Pick<Exchange | RawExchange, 'answer'>;

/** Longest time that one request waits, and what one waits that is told no time, in milliseconds. */
const longestMs = 10_000;
const unspokenMs = 1_000;
/** Repetitions in a row that were answered 429 again, after which waiting is over for this run. */
const mostInVain = 3;
/** Time that a run waits in all to remove what it made. */
const removalMs = 30_000;

/** Begins with all the patience of a run; `leftMs` tells how long it may still take, and nothing once it was interrupted. */
export function patienceOf(leftMs: () => number): Patience {
  const run = { opensAt: 0, inVain: 0, repeated: 0, waitedMs: 0, forRemovalMs: removalMs };
  /** Holds up everybody for a time, and tells by how much longer that is than it was. */
  const close = (ms: number): number => {
    const now = performance.now();
    const more = Math.max(0, now + ms - Math.max(now, run.opensAt));
    run.opensAt += more === 0 ? 0 : now + ms - run.opensAt;
    run.waitedMs += more;
    return more;
  };
  const closedMs = () => run.opensAt - performance.now();
  const open = () => (closedMs() <= 0 ? undefined : until(() => closedMs() <= 0 || leftMs() <= 0, closedMs));
  return {
    open,
    async patiently(send) {
      const first = await send();
      const ms = waitMs(first) ?? unspokenMs;
      const isAffordable = ms <= longestMs && ms < leftMs() && run.inVain < mostInVain;
      if (first.answer?.status !== 429 || !isAffordable) return first;
      close(ms);
      await open();
      run.repeated += 1;
      const second = await send();
      run.inVain = second.answer?.status === 429 ? run.inVain + 1 : 0;
      return second;
    },
    async beforeRemoval(refused) {
      const ms = waitMs(refused) ?? unspokenMs;
      if (ms > run.forRemovalMs) return false;
      run.forRemovalMs -= close(ms);
      await until(() => closedMs() <= 0, closedMs);
      return true;
    },
    notes: () => (run.repeated === 0 ? [] : [toldOf(run)]),
  };
}

const toldOf = ({ repeated, waitedMs }: { readonly repeated: number; readonly waitedMs: number }): string =>
  `${repeated} ${repeated === 1 ? 'request was' : 'requests were'} answered 429 and sent again; that took ${Math.ceil(waitedMs / 1000)} s in all, which --rate would save`;

/** So long is waited at a time: somebody may have had enough of it. */
const sliceMs = 200;

async function until(isOver: () => boolean, ms: () => number): Promise<void> {
  while (!isOver()) await pause(Math.min(sliceMs, Math.ceil(ms())));
}

/** Milliseconds to wait by Retry-After, as seconds or as a date by the service's own clock (RFC 9110 §10.2.3). */
export function waitMs({ answer }: Told): number | undefined {
  const told = header(answer, 'retry-after');
  if (told === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(told)) return Number(told) * 1_000;
  const own = Date.parse(header(answer, 'date') ?? '');
  const ms = Date.parse(told) - (Number.isNaN(own) ? Date.now() : own);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
