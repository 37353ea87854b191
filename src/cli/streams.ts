import type { WriteStream } from 'node:tty';

/** What is said of a stream that nobody reads any more: a pipe that was closed, a terminal that hung up. */
const gone: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ECONNRESET']);

/** Lets a reader that closes early (`assay rules | head -1`) end in peace: what it does not want is not written. */
export function tolerateEarlyClose(streams: readonly NodeJS.WriteStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!gone.has(error.code ?? '')) throw error;
    });
  }
}

/** Whether colours are shown: only on a terminal, and never against NO_COLOR (no-color.org). */
export const isColoured = (
  stream: Pick<WriteStream, 'isTTY'>,
  env: Readonly<Record<string, string | undefined>>,
): boolean => Boolean(stream.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb';
