import { listenToKeys, type Wish } from './keys.js';
import { pulseOf } from './service-availability.js';
import { watchFiles } from './watch-files.js';
import type { Cause } from './watch-messages.js';

/** What is waited for, and where. */
export interface Waiting {
  readonly files: readonly string[];
  /** Where the service is; absent when it is not to be asked. */
  readonly baseUrl?: string;
  /** That the service is there; an edit; any reason to run again. */
  readonly awaits: 'service' | 'change' | 'reason';
  /** Whether it was gone a moment ago: that it is there is then a reason. */
  readonly wasGone?: boolean;
  /** Told when it takes longer. */
  readonly tell?: () => void;
}

/** How a wait ended. */
export type Ended = Cause | 'quit' | 'interrupt';

/** Between two beats, in milliseconds. */
const beatMs = 1_000;

/** Waits for a file, the service, a key or a signal, whichever comes first. */
export function waitFor(waiting: Waiting): Promise<Ended> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const end = (ended: Ended) => {
      for (const stop of stops.splice(0)) stop();
      resolve(ended);
    };
    const interrupt = () => end('interrupt');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, interrupt);
      stops.push(() => process.off(signal, interrupt));
    }
    stops.push(listenToKeys(process.stdin, (wish) => isHeard(wish, waiting) && end(wish)));
    stops.push(watchFiles(waiting.files, () => end('change')));
    stops.push(waiting.baseUrl === undefined ? stayAlive() : feel(waiting.baseUrl, waiting, end));
  });
}

/** While there is no service to look at, only the end can be wished for. */
const isHeard = (wish: Wish, { awaits }: Waiting): boolean =>
  awaits === 'reason' || wish === 'quit' || wish === 'interrupt';

/** File watchers that could not begin, and a terminal that is none, would let the process end. */
function stayAlive(): () => void {
  const timer = setInterval(() => {}, 60_000);
  return () => clearInterval(timer);
}

function feel(baseUrl: string, { awaits, wasGone = false, tell }: Waiting, end: (ended: Ended) => void): () => void {
  const pulse = pulseOf(baseUrl);
  let wasDown = wasGone;
  let isTold = false;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const beat = async () => {
    const felt = await pulse.feel();
    if (isOver) return;
    if (awaits === 'service' ? felt !== 'down' : felt === 'restarted' || (felt === 'up' && wasDown))
      return end('restart');
    if (felt === 'down' && awaits === 'service' && !isTold) tell?.();
    isTold = true;
    wasDown = wasDown || felt === 'down';
    timer = setTimeout(beat, beatMs);
  };
  void beat();
  return () => {
    isOver = true;
    clearTimeout(timer);
    pulse.close();
  };
}
