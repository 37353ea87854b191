import type { WriteStream } from 'node:tty';

/** What is said of a stream that nobody reads any more: a pipe that was closed, a terminal that hung up. */
const closedCodes: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ECONNRESET']);

/** Lets a reader that closes early (`assay rules | head -1`) end in peace: what it does not want is not written. */
export function tolerateEarlyClose(streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!closedCodes.has(error.code ?? '')) throw error;
    });
  }
}

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether colours are shown: never against NO_COLOR (no-color.org), always with FORCE_COLOR, else on a terminal that knows them. */
export function isColoured(stream: Pick<WriteStream, 'isTTY'>, env: Environment): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return !isDenied(env.FORCE_COLOR);
  return Boolean(stream.isTTY) && env.TERM !== 'dumb';
}

/** Makes a wish for colours, or against them, hold for everything in this process and below it. */
export function setColourPreference(isWished: boolean, env: NodeJS.ProcessEnv): void {
  delete env[isWished ? 'NO_COLOR' : 'FORCE_COLOR'];
  env[isWished ? 'FORCE_COLOR' : 'NO_COLOR'] = '1';
}

/** Whether somebody looks at a terminal in which lines can be drawn anew: no pipe, no log of a pipeline. */
export const isInteractive = (stream: Pick<WriteStream, 'isTTY'>, env: Environment): boolean =>
  Boolean(stream.isTTY) && env.TERM !== 'dumb' && (env.CI === undefined || isDenied(env.CI));

/** How wide lines may be: as the terminal is, and 100 columns where there is none. */
export const getTerminalWidth = (stream: Pick<WriteStream, 'columns'>): number =>
  Math.max(minWidth, stream.columns || 100);

/** Below this a terminal breaks lines as it likes. */
const minWidth = 20;

const isDenied = (value: string): boolean => /^(0|false)?$/i.test(value);
