import { parseArgs } from 'node:util';
import { type ProofKind, proofKinds } from './jobs/job.js';
import type { ProofExtent } from './jobs/list-jobs.js';
import type { Selection, Shard } from './select-jobs.js';

/** What `npm run proof` was asked for. */
export interface ProofOptions extends ProofExtent, Selection {
  /** Names the jobs, and runs none. */
  readonly isList: boolean;
  /** Runs jobs again whose results are kept. */
  readonly isFresh: boolean;
  readonly folder: string;
  /** A file for all results as JSON. */
  readonly jsonFile?: string;
  /** How many processes there are at once; one for each core when left out. */
  readonly processes?: number;
}

/** A command line that cannot be used; the message says why. */
export class ProofUsageError extends Error {
  override readonly name = 'ProofUsageError';
}

/** Reads the command line of `npm run proof`. Throws a ProofUsageError. */
export function parseProofOptions(args: readonly string[]): ProofOptions {
  const { values } = parseStrictly(args);
  const isShort = values.short === true;
  return {
    isShort,
    seeds: readCount('--seeds', values.seeds ?? '1'),
    kinds: readKinds(values.only),
    names: values.name ?? [],
    ...(values.shard !== undefined && { shard: readShard(values.shard) }),
    isList: values.list === true,
    isFresh: values.fresh === true,
    folder: values.folder ?? '.proof',
    ...(values.json !== undefined && { jsonFile: values.json }),
    ...(values.processes !== undefined && { processes: readCount('--processes', values.processes) }),
  };
}

function parseStrictly(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seeds: { type: 'string' },
        short: { type: 'boolean' },
        only: { type: 'string', multiple: true },
        name: { type: 'string', multiple: true },
        shard: { type: 'string' },
        list: { type: 'boolean' },
        fresh: { type: 'boolean' },
        folder: { type: 'string' },
        json: { type: 'string' },
        processes: { type: 'string' },
      },
    });
  } catch (error) {
    throw new ProofUsageError((error as Error).message);
  }
}

function readCount(option: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new ProofUsageError(`${option} ${text}: give a number from 1 on`);
  return Number(text);
}

function readKinds(texts: readonly string[] | undefined): readonly ProofKind[] {
  if (texts === undefined) return proofKinds;
  const names = texts.flatMap((text) => text.split(','));
  const unknown = names.find((name) => !proofKinds.some((kind) => kind === name));
  if (unknown !== undefined) throw new ProofUsageError(`--only ${unknown}: give some of ${proofKinds.join(',')}`);
  return proofKinds.filter((kind) => names.includes(kind));
}

function readShard(text: string): Shard {
  const [, index, count] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || count === undefined || index > count)
    throw new ProofUsageError(`--shard ${text}: give one like 2/3`);
  return { index, count };
}
