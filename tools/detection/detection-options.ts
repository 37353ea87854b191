import { parseArgs } from 'node:util';
import type { DetectionExtent } from './detection-jobs.js';

/** What `npm run bench:detection` was asked for. */
export interface DetectionOptions extends DetectionExtent {
  /** How many processes there are at once; one for each core when left out. */
  readonly processes?: number;
  /** Audits again where a result is kept. */
  readonly isFresh: boolean;
  /** The folder of the results. */
  readonly folder: string;
  /** Whether the chart of the documentation is drawn anew. */
  readonly isChart: boolean;
}

/** Reads the command line of `npm run bench:detection`. Throws an Error that says which option is wrong. */
export function parseDetectionOptions(args: readonly string[]): DetectionOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: 'string', default: '1' },
      sample: { type: 'string' },
      processes: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      folder: { type: 'string', default: '.proof' },
      chart: { type: 'boolean', default: false },
    },
  });
  return {
    seeds: readCount('--seeds', values.seeds),
    ...(values.sample !== undefined && { sample: readCount('--sample', values.sample) }),
    ...(values.processes !== undefined && { processes: readCount('--processes', values.processes) }),
    isFresh: values.fresh,
    folder: values.folder,
    isChart: values.chart,
  };
}

function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`${option} ${text}: give a number from 1 on`);
  return Number(text);
}
