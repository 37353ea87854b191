/** A terminal or a file that progress is written to. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** How far a run is. */
export interface ProgressCounts {
  readonly done: number;
  readonly all: number;
  readonly failed: number;
}

/** Writes lines, and between them how far the run is. */
export interface Progress {
  print(line: string): void;
  update(counts: ProgressCounts): void;
  end(): void;
}

/** Seconds between two lines of progress where they cannot be written over each other. */
const lineIntervalSeconds = 30;

/** Shows progress: in one line on a terminal, otherwise as a line from time to time. */
export function createProgress(output: ProgressOutput, now: () => number = () => performance.now()): Progress {
  const began = now();
  let lastLine = began;
  const clear = output.isTTY === true ? '\r\x1b[K' : '';
  return {
    print: (line) => output.write(`${clear}${line}\n`),
    update({ done, all, failed }) {
      const seconds = Math.round((now() - began) / 1000);
      const text = `${done} of ${all} done, ${failed} failed, ${seconds} s`;
      if (clear !== '') output.write(`${clear}${text}`);
      else if (now() - lastLine >= lineIntervalSeconds * 1000) {
        lastLine = now();
        output.write(`${text}\n`);
      }
    },
    end: () => output.write(clear),
  };
}
