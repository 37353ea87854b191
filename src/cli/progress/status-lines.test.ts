import { expect, test } from 'vitest';
import { createStatusLines, type StatusStream } from './status-lines.js';

/** A stream that keeps what was written since it was last read. */
function slate(columns = 20, rows = 10) {
  let written = '';
  const size: [number, number] = [columns, rows];
  const listeners = new Set<() => void>();
  const on = (_: string, listener: () => void) => void listeners.add(listener);
  const off = (_: string, listener: () => void) => void listeners.delete(listener);
  const write = (text: string) => {
    written += text;
    return true;
  };
  return {
    slate: { write, on, off, getWindowSize: () => size } as unknown as StatusStream,
    taken() {
      const text = written;
      written = '';
      return text;
    },
    resize(narrower: number) {
      size[0] = narrower;
      for (const listener of listeners) listener();
    },
    listeners: () => listeners.size,
  };
}

test('draws lines over the previous ones, and only when they changed', () => {
  const { slate: on, taken } = slate();
  let lines = ['one', 'two'];
  const board = createStatusLines(on, () => lines);
  board.refresh();
  expect(taken()).toBe('one\ntwo');
  board.refresh();
  expect(taken()).toBe('');
  lines = ['one', 'three'];
  board.refresh();
  expect(taken()).toBe('\r\x1b[1A\x1b[Jone\nthree');
  board.close();
  expect(taken()).toBe('\r\x1b[1A\x1b[J');
});

test('writes permanent lines above', () => {
  const { slate: on, taken } = slate();
  const board = createStatusLines(on, () => ['now']);
  board.refresh();
  taken();
  board.writeAbove('stays');
  expect(taken()).toBe('\r\x1b[Jstays\nnow');
  board.close();
});

test('removes all wrapped lines when the terminal became narrower', () => {
  const { slate: on, taken, resize } = slate(20);
  const board = createStatusLines(on, ({ columns }) => ['x'.repeat(columns), '\x1b[31mred\x1b[0m']);
  board.refresh();
  taken();
  resize(10);
  expect(taken()).toBe(`\r\x1b[2A\x1b[J${'x'.repeat(8)}\n\x1b[31mred\x1b[0m`);
  board.close();
});

test('leaves room behind the last line for what a key prints', () => {
  const { slate: on, taken } = slate(20);
  const board = createStatusLines(on, ({ columns }) => ['x'.repeat(columns)]);
  board.refresh();
  expect(taken()).toBe('x'.repeat(18));
  board.close();
});

test('draws nothing while another program uses the terminal', () => {
  const { slate: on, taken } = slate();
  const board = createStatusLines(on, () => ['now']);
  board.refresh();
  board.pause();
  taken();
  board.refresh();
  expect(taken()).toBe('');
  board.resume();
  expect(taken()).toBe('now');
  board.close();
});

test('removes its lines at the end, and never hides the cursor', () => {
  const before = process.listenerCount('exit');
  const { slate: on, taken, listeners } = slate();
  const board = createStatusLines(on, () => ['now']);
  board.refresh();
  board.close();
  board.refresh();
  expect(taken()).toBe('now\r\x1b[J');
  expect([listeners(), process.listenerCount('exit')]).toEqual([0, before]);
});
