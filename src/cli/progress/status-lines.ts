import type { WriteStream } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { countColumns } from '../../report/text/fit-width.js';

export type StatusStream = Pick<WriteStream, 'write' | 'getWindowSize' | 'on' | 'off'>;

/** Creates lines at the bottom of a terminal that are redrawn in place. The cursor is never hidden and rests at their end, so the terminal stays usable after a kill. */
export function createStatusLines(
  slate: StatusStream,
  draw: (size: { columns: number; rows: number }) => readonly string[],
) {
  let painted: readonly string[] = [];
  let isPaused = false;
  // Read again each time: during a computation the resize event arrives late.
  const size = () => {
    const [columns, rows] = slate.getWindowSize();
    return { columns: columns || 80, rows: rows || 24 };
  };
  const erasure = () => {
    if (painted.length === 0) return '';
    // A terminal that became narrower has wrapped the lines again.
    const taken = painted.reduce((sum, line) => sum + countRows(line, size().columns), 0);
    painted = [];
    return `\r${taken > 1 ? `\x1b[${taken - 1}A` : ''}\x1b[J`;
  };
  const paint = (before = '') => {
    const { columns, rows } = size();
    const lines = isPaused ? [] : draw({ columns: Math.max(1, columns - echoWidth), rows });
    if (before === '' && lines.join('\n') === painted.join('\n')) return;
    const text = erasure() + before + lines.join('\n');
    painted = lines;
    slate.write(text);
  };
  const erase = () => {
    const text = erasure();
    if (text !== '') slate.write(text);
  };
  const refresh = () => paint();
  slate.on('resize', refresh);
  process.on('exit', erase);
  return {
    refresh,
    /** Prints lines that stay, above the status lines. */
    writeAbove: (text: string) => paint(`${text}\n`),
    /** Removes the status lines until resumed: another program needs the terminal. */
    pause() {
      isPaused = true;
      erase();
    },
    resume() {
      isPaused = false;
      paint();
    },
    close() {
      isPaused = true;
      erase();
      slate.off('resize', refresh);
      process.off('exit', erase);
    },
  };
}

/** Width of `^C`, which the terminal prints at the cursor: behind a full line it would take a row of its own. */
const echoWidth = 2;

const countRows = (line: string, columns: number): number =>
  Math.max(1, Math.ceil(countColumns(stripVTControlCharacters(line)) / columns));
