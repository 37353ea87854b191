import type { WriteStream } from 'node:tty';

/** Error codes of a stream without a reader: a closed pipe or a closed terminal. */
const closedCodes: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ECONNRESET']);

/** Ignores the error when a reader closes the pipe early (`assay rules | head -1`). */
export function tolerateEarlyClose(streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!closedCodes.has(error.code ?? '')) throw error;
    });
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether colours are shown: never with NO_COLOR (no-color.org), always with FORCE_COLOR, else on a terminal that supports them. */
export function isColoured(stream: Pick<WriteStream, 'isTTY'>, env: Environment): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return !isDenied(env.FORCE_COLOR);
  return Boolean(stream.isTTY) && env.TERM !== 'dumb';
}

export const describeTerminal = (stream: Pick<WriteStream, 'isTTY' | 'columns'>) => ({
  color: isColoured(stream, process.env),
  width: getTerminalWidth(stream),
});

/** Makes --color or --no-color apply to this process and its children. */
export function setColourPreference(isWished: boolean, env: NodeJS.ProcessEnv): void {
  delete env[isWished ? 'NO_COLOR' : 'FORCE_COLOR'];
  env[isWished ? 'FORCE_COLOR' : 'NO_COLOR'] = '1';
}

/** Whether lines can be redrawn: an interactive terminal, no pipe, no log of a pipeline. */
export const isInteractive = (stream: Pick<WriteStream, 'isTTY'>, env: Environment): boolean =>
  Boolean(stream.isTTY) && env.TERM !== 'dumb' && (env.CI === undefined || isDenied(env.CI));

/** Maximum line width: that of the terminal, of the variable COLUMNS, or 100 columns. */
export const getTerminalWidth = (stream: Pick<WriteStream, 'columns'>): number =>
  Math.max(minWidth, stream.columns || readSize(process.env.COLUMNS) || 100);

/** Lines of a terminal, at least those of the usual one; in a pipe or a log those of the variable LINES, else no limit. */
export function getTerminalHeight(stream: Pick<WriteStream, 'isTTY' | 'rows'>, env: Environment): number {
  const rows = isInteractive(stream, env) ? stream.rows || minHeight : readSize(env.LINES) || Number.POSITIVE_INFINITY;
  return Math.max(minHeight, rows - 1);
}

/** Lines of the usual terminal. */
const minHeight = 24;

/** Below this width a terminal breaks lines itself. */
const minWidth = 20;

/** A size that the environment declares, as POSIX says; 0 if none. */
const readSize = (text = ''): number => (/^\d{2,4}$/.test(text) ? Number(text) : 0);

const isDenied = (value: string): boolean => /^(0|false)?$/i.test(value);
