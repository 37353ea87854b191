import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TapedExchange } from '../../../http/tape.js';
import { pause } from '../../../model/clock.js';

/** Milliseconds between two reads of a tape. */
const intervalMs = 500;

const findTape = (file: string): string => join(dirname(file), 'tape.ndjson');

/** Whether a run writes beside this report, and has not replaced it yet. */
export function isRunUnderWay(file: string): boolean {
  const [tape, report] = [findTape(file), file].map((each) => statSync(each, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return (tape ?? 0) > (report ?? 0);
}

/** Yields how many requests a run has sent, and the last one, until its report exists or the reader has gone. */
export async function* followTape(file: string, signal: AbortSignal): AsyncGenerator<string> {
  let offset = 0;
  while (!signal.aborted) {
    const isLast = !isRunUnderWay(file);
    const size = statSync(findTape(file), { throwIfNoEntry: false })?.size ?? 0;
    // Another run began.
    if (size < offset) offset = 0;
    const octets = readRange(findTape(file), offset, size);
    const complete = octets.subarray(0, octets.lastIndexOf('\n') + 1);
    offset += complete.length;
    const sent = complete
      .toString()
      .trim()
      .split('\n')
      .findLast((line) => line.includes('"request":{"method":'));
    if (sent !== undefined) yield describeRequest(JSON.parse(sent));
    if (isLast) return;
    await pause(intervalMs);
  }
}

const describeRequest = ({ n, trial, role, request }: TapedExchange): string =>
  `${n}: ${request.method} ${request.url} (${trial ?? role ?? 'run'})`;

function readRange(file: string, from: number, to: number): Buffer {
  const octets = Buffer.alloc(to - from);
  if (octets.length === 0) return octets;
  const fd = openSync(file, 'r');
  try {
    return octets.subarray(0, readSync(fd, octets, 0, octets.length, from));
  } finally {
    closeSync(fd);
  }
}
