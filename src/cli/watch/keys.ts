import type { ReadStream } from 'node:tty';
import type { RestartReason } from './watch-messages.js';

/** The commands that keys send. */
export type KeyCommand = Extract<RestartReason, 'again' | 'failed' | 'all'> | 'quit' | 'interrupt';

/** Returns the command of a typed key; undefined for any other key. */
export function parseKey(typed: string): KeyCommand | undefined {
  if (typed.includes('\x03')) return 'interrupt';
  // Ignores arrows and other keys of several characters.
  if (typed.startsWith('\x1b')) return undefined;
  const [wish] = [...typed].flatMap((key) => keyCommands[key.toLowerCase()] ?? []);
  return wish;
}

const keyCommands: Readonly<Record<string, KeyCommand>> = {
  '\r': 'again',
  '\n': 'again',
  r: 'again',
  f: 'failed',
  a: 'all',
  q: 'quit',
  '\x04': 'quit',
};

/** Reads single keys until stopped. Then the terminal reads whole lines again, and Ctrl-C is a signal. */
export function listenToKeys(input: ReadStream, hear: (wish: KeyCommand) => void): () => void {
  if (!input.isTTY) return () => {};
  const take = (chunk: Buffer) => {
    const wish = parseKey(chunk.toString());
    if (wish !== undefined) hear(wish);
  };
  input.setRawMode(true);
  input.on('data', take).resume();
  return () => {
    input.off('data', take).pause();
    input.setRawMode(false);
  };
}
