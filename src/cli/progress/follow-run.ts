import type { AuditOptions } from '../../audit/options.js';
import type { Profile } from '../../model/profile/profile.js';
import type { GatePolicy } from '../../model/result/gate-policy.js';
import type { Result } from '../../model/result/report.js';
import type { RunFlags } from '../options/run-options.js';
import { getTerminalWidth, isColoured, isInteractive } from '../terminal/output-streams.js';
import { redactBaseUrl } from '../terminal/printable-base-url.js';
import { drawProgress } from './draw-progress.js';
import { renderExchange } from './exchange-lines.js';
import { createPlainReporter } from './plain-lines.js';
import { createProgress, type Progress, recordRequest, recordResult, recordTrialStart } from './progress-state.js';
import { createStatusLines } from './status-lines.js';

export interface RunFollower {
  readonly hooks: {
    readonly [Hook in 'onBegin' | 'onResult' | 'onExchange']: NonNullable<AuditOptions[Hook]>;
  };
  /** Prints other lines without damage to the drawn lines. */
  writeLine(text: string): void;
  markInterrupted(): void;
  /** Leaves the terminal to another program while `go` runs. */
  pauseDuring<T>(go: () => Promise<T>): Promise<T>;
  close(): void;
}

export type Verbosity = Pick<RunFlags, 'quiet' | 'verbose'>;

/** Starts the progress output of a run: drawn on a terminal, plain lines elsewhere, nothing if quiet. */
export function followRun(profile: Profile, { quiet, verbose = 0 }: Verbosity, policy?: GatePolicy): RunFollower {
  const stream = process.stderr;
  const { limits } = profile;
  const baseUrl = redactBaseUrl(profile);
  let progress = createProgress({ baseUrl, ...limits, begunMs: performance.now() });
  let isPlanned = false;
  const display = createDisplay(stream, { isQuiet: quiet === true, now: () => progress, policy });
  const sight = { baseUrl, color: isColoured(stream, process.env), isFull: verbose > 1 };
  display.begun();
  return {
    hooks: {
      onBegin(trial, of) {
        progress = recordTrialStart(progress, trial, of, performance.now());
        if (!isPlanned) display.planned();
        isPlanned = true;
      },
      onResult(result, done, of) {
        progress = recordResult(progress, result, done, of);
        display.ended(result);
      },
      onExchange(heard) {
        if (heard.end === undefined) progress = recordRequest(progress, heard.role);
        else if (verbose > 0) display.writeLine(renderExchange(heard, { ...sight, width: getTerminalWidth(stream) }));
      },
    },
    writeLine: display.writeLine,
    markInterrupted() {
      progress = { ...progress, isInterrupted: true };
    },
    pauseDuring: display.pauseDuring,
    close: display.close,
  };
}

interface Display extends Pick<RunFollower, 'writeLine' | 'pauseDuring' | 'close'> {
  begun(): void;
  planned(): void;
  ended(result: Result): void;
}

/** Interval between two drawings, in milliseconds: faster changes cannot be read. */
const redrawMs = 250;

interface DisplayOptions {
  readonly isQuiet: boolean;
  readonly now: () => Progress;
  readonly policy: GatePolicy | undefined;
}

function createDisplay(stream: NodeJS.WriteStream, { isQuiet, now, policy }: DisplayOptions): Display {
  if (isQuiet) return { ...silentDisplay, writeLine: (text) => void stream.write(`${text}\n`) };
  return isInteractive(stream, process.env) ? createDrawnDisplay(stream, now) : createPlainDisplay(stream, now, policy);
}

const silentDisplay = {
  begun() {},
  planned() {},
  ended() {},
  pauseDuring: <T>(go: () => Promise<T>) => go(),
  close() {},
};

function createDrawnDisplay(stream: NodeJS.WriteStream, now: () => Progress): Display {
  const color = isColoured(stream, process.env);
  const board = createStatusLines(stream, (size) => drawProgress(now(), performance.now(), { ...size, color }));
  const clock = setInterval(board.refresh, redrawMs);
  clock.unref();
  return {
    begun: board.refresh,
    planned: board.refresh,
    ended() {},
    writeLine: board.writeAbove,
    async pauseDuring(go) {
      board.pause();
      return go().finally(board.resume);
    },
    close() {
      clearInterval(clock);
      board.close();
    },
  };
}

function createPlainDisplay(stream: NodeJS.WriteStream, now: () => Progress, policy: GatePolicy | undefined): Display {
  const teller = createPlainReporter((line) => void stream.write(`assay: ${line}\n`), policy);
  const clock = setInterval(() => teller.reportProgress(now(), performance.now()), 1_000);
  clock.unref();
  return {
    ...silentDisplay,
    begun: () => teller.reportStart(now()),
    planned: () => teller.reportPlan(now()),
    ended: teller.reportResult,
    writeLine: (text) => void stream.write(`${text}\n`),
    close: () => clearInterval(clock),
  };
}
