import { readFileSync } from 'node:fs';

/** A request on the wire: from its start to its end, in milliseconds. */
export interface SentRequest {
  readonly trial: string;
  readonly from: number;
  readonly to: number;
}

/** Reads when each request of a tape was sent and answered; requests without an answer are left out. */
export function readSentRequests(tape: string): SentRequest[] {
  const begun = new Map<number, { readonly at: number; readonly trial: string }>();
  const sent: SentRequest[] = [];
  for (const line of readFileSync(tape, 'utf8').split('\n').filter(Boolean)) {
    const { n, at, ms, trial = '' } = JSON.parse(line);
    if (at !== undefined) begun.set(n, { at, trial });
    const start = begun.get(n);
    if (ms !== undefined && start) sent.push({ trial: start.trial, from: start.at, to: start.at + ms });
  }
  return sent;
}

/** The greatest number of requests of which each was sent only after the one before was answered. */
export function measureLongestChain(sent: readonly SentRequest[]): number {
  let length = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of [...sent].sort((one, other) => one.to - other.to)) {
    if (from < end) continue;
    length += 1;
    end = to;
  }
  return length;
}

/** The time in which no request was under way, in milliseconds. */
export function measureIdleMs(sent: readonly SentRequest[]): number {
  let idle = 0;
  let end = Number.POSITIVE_INFINITY;
  for (const { from, to } of [...sent].sort((one, other) => one.from - other.from)) {
    idle += Math.max(0, from - end);
    end = end === Number.POSITIVE_INFINITY ? to : Math.max(end, to);
  }
  return idle;
}
