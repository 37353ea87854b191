import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import type { TargetRecord } from './fleet-state.js';

/** Prints on standard error what happens to the targets, one line each. */
export interface FleetProgress {
  note(line: string): void;
  end(result: Pick<TargetRecord, 'target' | 'exit' | 'durationMs'>): void;
}

const write = (line: string) => void process.stderr.write(`assay: ${escapeControlCharacters(line)}\n`);

/** Creates the progress output of a worker, which does not know how many targets there are. */
export const createWorkerProgress = (): FleetProgress => ({
  note: write,
  end: ({ target, exit, durationMs }) => write(`${target}: ${describeEnd(exit, durationMs)}`),
});

/** Creates the progress output for so many targets. */
export function createProgress(total: number): FleetProgress {
  let ended = 0;
  return {
    note: write,
    end({ target, exit, durationMs }) {
      ended += 1;
      write(`[${ended}/${total}] ${target}: ${describeEnd(exit, durationMs)}`);
    },
  };
}

const describeEnd = (exit: number | undefined, durationMs: number | undefined): string =>
  `${describeExit(exit)}${durationMs === undefined ? '' : `, ${(durationMs / 1000).toFixed(1)} s`}`;

/** The result of an audit in words. */
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
