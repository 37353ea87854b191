import { type Cancel, clock } from '../../model/clock.js';
/** A deadline that is not over yet. */
export interface Deadline {
  clear(): void;
}

/** How often is looked whether this process comes to its turns, and how late that is when it was busy with itself, in milliseconds. */
const beatMs = 25;
const lateMs = 75;
/** So many times the time that was given are waited at most. */
const most = 4;

/**
 * Calls `over` after `ms` milliseconds in which it could be listened. Time in which this process was busy with itself does not
 * count: what arrived meanwhile was not read, and nobody else is to blame for that.
 */
export function deadlineIn(ms: number, over: () => void): Deadline {
  const ends = clock.now() + ms * most;
  let lost = listen();
  let cancel: Cancel;
  let isClear = false;
  const look = () => {
    const owed = Math.min(lostMs() - lost, ends - clock.now());
    if (owed <= 0) {
      clear();
      over();
      return;
    }
    lost = lostMs();
    cancel = clock.schedule(owed, look, 'deadline');
  };
  cancel = clock.schedule(ms, look, 'deadline');
  const clear = () => {
    cancel();
    heart.listeners -= isClear ? 0 : 1;
    isClear = true;
  };
  return { clear };
}

/** Deadlines under way share one heart; some time after the last of them, it rests. */
const heart: { beats: NodeJS.Timeout | undefined; listeners: number; last: number; lost: number } = {
  beats: undefined,
  listeners: 0,
  last: 0,
  lost: 0,
};

/** Milliseconds that were lost so far, those since the last beat among them. */
function lostMs(): number {
  const late = clock.now() - heart.last - beatMs;
  return heart.lost + (late > lateMs ? late : 0);
}

function beat(): void {
  heart.lost = lostMs();
  heart.last = clock.now();
  if (heart.listeners > 0) return;
  clearInterval(heart.beats);
  heart.beats = undefined;
}

function listen(): number {
  heart.listeners += 1;
  if (heart.beats === undefined) {
    heart.last = clock.now();
    heart.beats = setInterval(beat, beatMs).unref();
  }
  return lostMs();
}
