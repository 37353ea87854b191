import { InvalidArgumentError, Option } from 'commander';
import { maxShards } from '../../model/result/report.js';

/** One of several parts of a run, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly total: number;
}

/** `--shard i/n`. */
export const createShardOption = (): Option =>
  new Option(
    '--shard <i/n>',
    'check one of n parts of the plan, e.g. 2/4; "assay merge" combines the reports',
  ).argParser(parseShard);

/** `--balance report.json`. */
export const createBalanceOption = (): Option =>
  new Option(
    '--balance <report>',
    'with --shard: distribute the checks by the times of this earlier report.json, the same for all shards',
  );

function parseShard(text: string): Shard {
  const [, index, total] = /^(\d{1,4})\/(\d{1,4})$/.exec(text.trim()) ?? [];
  const shard = { index: Number(index), total: Number(total) };
  if (shard.index >= 1 && shard.index <= shard.total && shard.total <= maxShards) return shard;
  throw new InvalidArgumentError('Give the number of the shard and the number of shards, e.g. 2/4.');
}
