import type { AuditOptions } from '../../audit/options.js';
import type { Profile } from '../../model/profile/profile.js';
import { isColoured, isWatched, widthOf } from '../terminal/output-streams.js';
import { shownBase } from '../terminal/printable-base-url.js';
import { draw } from './draw-progress.js';
import { exchangeLines } from './exchange-lines.js';
import { tellerTo } from './plain-lines.js';
import { afterBegin, afterOutcome, afterSending, atTheStart, type Progress } from './progress-state.js';
import { boardOn } from './status-lines.js';

/** A run that is followed on standard error while it goes on. */
export interface Following {
  readonly hooks: Pick<AuditOptions, 'onBegin' | 'onOutcome' | 'onExchange'>;
  /** Writes lines of another kind without harm to what is drawn. */
  say(text: string): void;
  interrupted(): void;
  /** Leaves the terminal to somebody else for as long as `go` takes. */
  aside<T>(go: () => Promise<T>): Promise<T>;
  close(): void;
}

/** How much is told. */
export interface Loudness {
  readonly quiet?: boolean;
  readonly verbose?: number;
}

/** Begins to follow a run: drawn on a terminal, told in lines elsewhere, not at all when quiet. */
export function follow(profile: Profile, { quiet, verbose = 0 }: Loudness): Following {
  const stream = process.stderr;
  const { limits } = profile;
  const baseUrl = shownBase(profile);
  let progress = atTheStart({ baseUrl, ...limits, begunMs: performance.now() });
  const display = displayOn(stream, { isQuiet: quiet === true, now: () => progress });
  const sight = { baseUrl, color: isColoured(stream, process.env), isFull: verbose > 1 };
  display.begun();
  return {
    hooks: {
      onBegin(trial, of) {
        const isFirst = progress.of === 0;
        progress = afterBegin(progress, trial, of, performance.now());
        if (isFirst) display.planned();
      },
      onOutcome(outcome, done, of) {
        progress = afterOutcome(progress, outcome, done, of);
        display.ended(outcome);
      },
      onExchange(heard) {
        if (heard.end === undefined) progress = afterSending(progress, heard.role);
        else if (verbose > 0) display.say(exchangeLines(heard, { ...sight, width: widthOf(stream) }));
      },
    },
    say: display.say,
    interrupted() {
      progress = { ...progress, isInterrupted: true };
    },
    aside: display.aside,
    close: display.close,
  };
}

/** Whom a run is shown to. */
interface Display extends Pick<Following, 'say' | 'aside' | 'close'> {
  begun(): void;
  planned(): void;
  ended(outcome: Parameters<NonNullable<AuditOptions['onOutcome']>>[0]): void;
}

/** Between two drawings, in milliseconds: what changes faster cannot be read. */
const calmMs = 250;

interface Displayed {
  readonly isQuiet: boolean;
  readonly now: () => Progress;
}

function displayOn(stream: NodeJS.WriteStream, { isQuiet, now }: Displayed): Display {
  if (isQuiet) return { ...silent, say: (text) => void stream.write(`${text}\n`) };
  return isWatched(stream, process.env) ? drawnOn(stream, now) : toldOn(stream, now);
}

const silent = {
  begun() {},
  planned() {},
  ended() {},
  aside: <T>(go: () => Promise<T>) => go(),
  close() {},
};

function drawnOn(stream: NodeJS.WriteStream, now: () => Progress): Display {
  const color = isColoured(stream, process.env);
  const board = boardOn(stream, (size) => draw(now(), performance.now(), { ...size, color }));
  const clock = setInterval(board.refresh, calmMs);
  clock.unref();
  return {
    begun: board.refresh,
    planned: board.refresh,
    ended() {},
    say: board.above,
    async aside(go) {
      board.pause();
      return go().finally(board.resume);
    },
    close() {
      clearInterval(clock);
      board.close();
    },
  };
}

function toldOn(stream: NodeJS.WriteStream, now: () => Progress): Display {
  const teller = tellerTo((line) => void stream.write(`assay: ${line}\n`));
  const clock = setInterval(() => teller.beat(now(), performance.now()), 1_000);
  clock.unref();
  return {
    ...silent,
    begun: () => teller.begun(now()),
    planned: () => teller.planned(now()),
    ended: (outcome) => teller.ended(now(), outcome),
    say: (text) => void stream.write(`${text}\n`),
    close: () => clearInterval(clock),
  };
}
