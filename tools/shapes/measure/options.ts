import { parseArgs } from 'node:util';
import { type Mode, modes } from './modes.js';

/** What `npm run shapes` was asked for. */
export interface ShapesOptions {
  readonly count: number;
  readonly seed: number;
  readonly modes: readonly Mode[];
  /** Faults for each design. */
  readonly faults: number;
  readonly jobs: number;
  readonly folder: string;
  /** The page whose tables are replaced. */
  readonly docs?: string;
  /** A file with a design to serve. */
  readonly design?: string;
  /** The fault of the served design. */
  readonly fault?: string;
  /** The way to fail of designs that are shrunk. */
  readonly shrink?: string;
}

/** Reads the command line. Throws an Error that says which option is wrong. */
export function parseShapesOptions(args: readonly string[]): ShapesOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      count: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      mode: { type: 'string', default: modes.join(',') },
      faults: { type: 'string', default: '0' },
      jobs: { type: 'string', default: '2' },
      out: { type: 'string', default: '.shapes' },
      docs: { type: 'string' },
      design: { type: 'string' },
      fault: { type: 'string' },
      shrink: { type: 'string' },
    },
  });
  if (values.fault !== undefined && values.design === undefined)
    throw new Error('--fault: give a service with --design FILE');
  return {
    count: readNumber('--count', values.count),
    seed: readNumber('--seed', values.seed),
    modes: [...new Set(values.mode.split(',').map(readMode))],
    faults: readNumber('--faults', values.faults),
    jobs: Math.max(1, readNumber('--jobs', values.jobs)),
    folder: values.out,
    ...(values.docs !== undefined && { docs: values.docs }),
    ...(values.design !== undefined && { design: values.design }),
    ...(values.fault !== undefined && { fault: values.fault }),
    ...(values.shrink !== undefined && { shrink: values.shrink }),
  };
}

function readNumber(option: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${option} ${text}: give a whole number`);
  return Number(text);
}

function readMode(text: string): Mode {
  const mode = modes.find((one) => one === text);
  if (!mode) throw new Error(`--mode ${text}: give ${modes.join(', ')}, or several of them separated by commas`);
  return mode;
}
