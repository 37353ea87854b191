import type { Cancel, Clock, TimerKind } from '../../src/model/clock.js';

/** A clock for tests whose verdicts must not depend on the speed of the machine. */
export interface SteadyClock extends Clock {
  /** Ends its ticks; what is still scheduled is never called. */
  stop(): void;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
  readonly kind: TimerKind;
}

/** At most so much time passes with one tick, in milliseconds: a process that was not given the processor loses no time. */
const tickMs = 1;

/** Ticks in a row in which nothing happened, after which the time leaps to the next timer. */
const idleTicks = 3;

/** Share of a tick that the process waited for something to happen, from which on it counts as idle. */
const idleShare = 0.8;

/** Binary fractions add up without rounding: what waits a second has waited a second. */
const exact = (ms: number): number => Math.ceil(ms * 1024) / 1024;

/**
 * Starts a clock that counts what this process does rather than the seconds of the machine: a tick lasts at most one
 * millisecond, however late it comes, and where nothing is under way (no deadline is set, nothing happens) the time leaps to
 * what is scheduled next. Kit and service must both run in this process and use it.
 */
export function startSteadyClock(): SteadyClock {
  const timers = new Set<Timer>();
  const startedAt = Date.now() - performance.now();
  let last = performance.now();
  let time = exact(last);
  let order = 0;
  let idle = 0;
  let load = performance.eventLoopUtilization();

  const run = () => {
    const due = [...timers].filter(({ at }) => at <= time).sort((a, b) => a.at - b.at || a.order - b.order);
    // What follows from one timer is finished before the next one is called, as with the timers of Node.
    for (const timer of due)
      setImmediate(() => {
        if (timers.delete(timer)) timer.callback();
      });
    return due.length;
  };
  const leap = () => {
    const hasRequests = [...timers].some(({ kind }) => kind === 'deadline');
    const pauses = [...timers].filter(({ kind }) => kind === 'pause');
    if (hasRequests || pauses.length === 0) return;
    time = Math.max(time, Math.min(...pauses.map(({ at }) => at)));
  };
  const tick = () => {
    const now = performance.now();
    const { utilization } = performance.eventLoopUtilization(load);
    load = performance.eventLoopUtilization();
    idle = utilization < 1 - idleShare ? idle + 1 : 0;
    time += Math.min(exact(now - last), tickMs);
    last = now;
    if (idle >= idleTicks) leap();
    if (run() > 0) idle = 0;
  };
  const driver = setInterval(tick, tickMs);
  return {
    now: () => time,
    epochMs: () => Math.floor(startedAt + time),
    schedule(ms, callback, kind = 'pause'): Cancel {
      const timer: Timer = { at: time + exact(Math.max(0, ms)), order: order++, callback, kind };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    stop() {
      clearInterval(driver);
      timers.clear();
    },
  };
}
