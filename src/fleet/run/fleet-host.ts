import { setTimeout as wait } from 'node:timers/promises';

/** What the program that audits a fleet gives it, and receives from it. */
export interface FleetHost {
  /** The variables that the fleet file and its profiles name; all audits receive them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Interrupts the audits: each removes the items that it created. */
  readonly signal: AbortSignal;
  /** Receives one line for each event. */
  readonly note: (line: string) => void;
  /** Receives the lines of the result. */
  readonly print: (text: string) => void;
}

/** Completes a host: the environment of this process, no interruption, and no output. */
export const createHost = ({
  env = process.env,
  signal = new AbortController().signal,
  note = () => undefined,
  print = () => undefined,
}: Partial<FleetHost>): FleetHost => ({ env, signal, note, print });

/** Waits, or returns at once when the signal is aborted. */
export const waitOrAbort = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);

export const describeEnd = ({ exit, durationMs }: { readonly exit?: number; readonly durationMs?: number }): string =>
  `${describeExit(exit)}${durationMs === undefined ? '' : `, ${(durationMs / 1000).toFixed(1)} s`}`;

export function describeExit(exit: number | undefined): string {
  if (exit === undefined) return 'no result: the audit was killed';
  return `${meanings[exit] ?? 'no result'} (exit ${exit})`;
}

const meanings: Readonly<Record<number, string>> = {
  0: 'passed',
  1: 'failed',
  2: 'wrong usage or profile',
  3: 'the service cannot be reached',
  4: 'internal error',
  5: 'incomplete, or items of others were harmed',
  130: 'interrupted',
};

/** Counts the ended audits in their lines: `[3/20] orders: passed (exit 0), 12.5 s`. */
export function createCountingNote(
  total: number,
  note: FleetHost['note'],
): (result: { readonly target: string; readonly exit?: number; readonly durationMs?: number }) => void {
  let ended = 0;
  return (result) => {
    ended += 1;
    note(`[${ended}/${total}] ${result.target}: ${describeEnd(result)}`);
  };
}
