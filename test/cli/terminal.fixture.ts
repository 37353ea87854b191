import { execFileSync, spawnSync } from 'node:child_process';
import { onTestFinished, vi } from 'vitest';
import { binPath } from './assay.fixture.js';

/** A real terminal with a shell in it. */
export interface TestTerminal {
  /** Waits for the prompt; then types a command line of assay, and Enter. */
  run(args: string): Promise<void>;
  /** Presses keys, by the names that tmux has for them. */
  press(...keys: string[]): void;
  resize(columns: number, rows: number): void;
  /** What is to be seen now. */
  screen(): string;
  /** What is to be seen, and what went up and away before. */
  scroll(): string;
  /** Waits until something is to be seen; gives the screen then. */
  sees(what: RegExp): Promise<string>;
  cursorIsShown(): boolean;
}

let openedCount = 0;

/** Opens a terminal of a server of its own, which ends with the test. */
export function openTerminal(cwd: string, columns: number, rows: number): TestTerminal {
  openedCount += 1;
  const socket = `assay-${process.pid}-${openedCount}`;
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    TMUX_TMPDIR: cwd,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    SHELL: '/bin/sh',
  };
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', socket, '-u', '-f', '/dev/null', ...args], { cwd, env, encoding: 'utf8' });
  tmux('new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, "PS1='ready> ' ENV= exec sh");
  onTestFinished(() => void spawnSync('tmux', ['-L', socket, 'kill-server'], { env }));
  const screen = () => tmux('capture-pane', '-p');
  const sees = async (what: RegExp): Promise<string> => {
    let seen = '';
    const isSeen = () => {
      seen = screen();
      return what.test(seen);
    };
    await vi.waitUntil(isSeen, { interval: 60, timeout: 200_000 }).catch((cause) => {
      throw new Error(`${what} was not seen on this screen:\n${seen}`, { cause });
    });
    return seen;
  };
  return {
    async run(args) {
      // What is typed before the shell reads would be on the screen before its prompt.
      await sees(/^ready>/m);
      tmux('send-keys', '-l', `'${process.execPath}' '${binPath}' ${args}; echo "ended $?"\n`);
    },
    press: (...keys) => void tmux('send-keys', ...keys),
    resize: (width, height) => void tmux('resize-window', '-x', `${width}`, '-y', `${height}`),
    screen,
    scroll: () => tmux('capture-pane', '-p', '-S', '-2000'),
    sees,
    cursorIsShown: () => tmux('display-message', '-p', '#{cursor_flag}').trim() === '1',
  };
}
