import type { WriteStream } from 'node:tty';
import { stripVTControlCharacters } from 'node:util';
import { measureWidth } from '../../report/text/fit-width.js';

/** Lines at the bottom of a terminal that are drawn anew in their place. */
export interface StatusLines {
  refresh(): void;
  /** Writes lines that stay, above the board. */
  writeAbove(text: string): void;
  /** Takes the board away until it is let go on: somebody else wants the terminal. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** What a board is drawn on. */
export type StatusStream = Pick<WriteStream, 'write' | 'getWindowSize' | 'on' | 'off'>;

/**
 * Puts up a board. The cursor is never hidden, and rests at the end of the last line: whatever ends the process, a
 * `kill -9` too, leaves a terminal in order.
 */
export function createStatusLines(
  slate: StatusStream,
  draw: (size: { columns: number; rows: number }) => readonly string[],
): StatusLines {
  let painted: readonly string[] = [];
  let isPaused = false;
  // Asked anew each time: while the kit computes, the news of another size comes late.
  const size = () => {
    const [columns, rows] = slate.getWindowSize();
    return { columns: columns || 80, rows: rows || 24 };
  };
  const erasure = () => {
    if (painted.length === 0) return '';
    // A terminal that became narrower has broken the lines anew.
    const taken = painted.reduce((sum, line) => sum + countRows(line, size().columns), 0);
    painted = [];
    return `\r${taken > 1 ? `\x1b[${taken - 1}A` : ''}\x1b[J`;
  };
  const paint = (before = '') => {
    const lines = isPaused ? [] : draw(size());
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
    writeAbove: (text) => paint(`${text}\n`),
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

const countRows = (line: string, columns: number): number =>
  Math.max(1, Math.ceil(measureWidth(stripVTControlCharacters(line)) / columns));
