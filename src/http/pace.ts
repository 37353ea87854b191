import { setTimeout as pause } from 'node:timers/promises';

/** Waits until the next request may be sent; aborts with the signal's reason. */
export type Pace = (signal?: AbortSignal) => Promise<void> | undefined;

/** Evenly spaced starts: at most `perSecond` requests begin in a second. Undefined means no limit. */
export function paceOf(perSecond: number | undefined): Pace {
  if (perSecond === undefined) return () => undefined;
  const gap = 1000 / perSecond;
  let next = 0;
  return async (signal) => {
    const now = performance.now();
    const start = Math.max(now, next);
    next = start + gap;
    if (start > now) await pause(start - now, undefined, { signal });
  };
}
