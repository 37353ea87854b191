import { type Command, InvalidArgumentError, Option } from 'commander';
import { permissions } from '../../model/permission.js';
import { maxShards } from '../../model/result/report.js';
import type { LoadProfileOptions } from '../../profile/load-options.js';
import { type AccessFlags, addAccessFlags } from './access-options.js';
import { createFormatOption, defaultFormats } from './format-option.js';
import { addGateFlags, type GateFlags } from './gate-options.js';
import { collectOperations, parseInteger, parsePositive, parseSeconds } from './parse-number.js';
import type { ServiceFlags } from './service-options.js';
import { addSourceFlags, type SourceFlags } from './source-options.js';

/** Flags that `run`, `demo` and `replay` share, as commander returns them. */
export interface RunFlags
  extends AccessFlags,
    GateFlags,
    SourceFlags,
    ServiceFlags,
    Pick<LoadProfileOptions, 'allowEffects' | 'exclude' | 'include' | 'only' | 'except' | 'permit'>,
    Pick<LoadProfileOptions, 'cases' | 'maxRequests' | 'maxLive' | 'maxLeft' | 'minRules' | 'rate' | 'concurrency'> {
  readonly profile?: string;
  readonly rules?: string[];
  readonly allowUnusualOctets?: boolean;
  readonly seed?: number;
  readonly quick?: boolean;
  readonly maxTime?: number;
  readonly out: string;
  readonly format: string[];
  readonly baseline?: string;
  readonly baselineUpdate?: boolean;
  readonly expires?: string;
  /** One of several parts of a run, counted from 1. */
  readonly shard?: { readonly index: number; readonly total: number };
  readonly balance?: string;
  readonly quiet?: boolean;
  readonly verbose?: number;
  readonly yes?: boolean;
  readonly acknowledge?: string;
}

/** Flags of `assay run` in addition to those of every audit. */
export interface LocalFlags extends RunFlags {
  readonly plan?: boolean;
  readonly offline?: boolean;
  readonly watch?: boolean;
  readonly watchPoll?: boolean;
  readonly failedFirst?: boolean;
  readonly onlyFailed?: boolean;
}

export function addRunFlags(command: Command): Command {
  command
    .optionsGroup('Service:')
    .option('--profile <file>', 'profile of the service (default: assay.yaml, assay.yml or assay.json here)');
  addSourceFlags(command)
    .option(
      '--exclude <glob>',
      "operations that are not called: a path, or 'DELETE /users/*' (repeatable)",
      collectOperations,
    )
    .option('--include <glob>', 'the only operations that are called (repeatable)', collectOperations)
    .optionsGroup('Scope:');
  addSelectionFlags(command).addOption(
    createPermitOption(
      'what the run may send: each choice includes those before it, and floods may exceed a rate limit; default: deletes on loopback, reads elsewhere',
    ),
  );
  command.option(
    '--allow-effects <operation>',
    'send this operation although its path suggests effects outside the service, e.g. "POST /emails" (repeatable)',
    collectOperations,
  );
  command.option(
    '--allow-unusual-octets',
    'send requests with %00, invalid UTF-8, half a surrogate pair or 64 kB in one part to a host other than this machine, too: they can stop a service',
  );
  addEffortFlags(command)
    .optionsGroup('Report and result:')
    .option('-o, --out <dir>', 'folder for reports; - writes one format to standard output', 'reports')
    .addOption(createFormatOption('report files to write', defaultFormats))
    .option('--baseline <file>', 'known state: a file with waivers, or the survey.json of an earlier run')
    .option('--baseline-update', 'add current violations to the --baseline file, and remove waivers of rules that held')
    .option(
      '--expires <day>',
      'with --baseline-update: the last day on which the added waivers are valid, as 2027-03-31',
    )
    .option(
      '--shard <i/n>',
      'check one of n parts of the plan, e.g. 2/4; "assay merge" combines the reports',
      parseShard,
    )
    .option(
      '--balance <report>',
      'with --shard: distribute the checks by the times of this earlier report.json, the same for all shards',
    );
  addGateFlags(command)
    .option('--yes', 'do not ask before the first write to a host other than this machine')
    .option('--acknowledge <file>', 'go on although an earlier run harmed items of others: the file that it names');
  command
    .optionsGroup('Output:')
    .option('-q, --quiet', 'print only whether the run passed, and why')
    .option(
      '-v, --verbose',
      'print each exchange as it happens, and the whole report at the end; -vv adds headers and bodies',
      (_, before: number = 0) => before + 1,
    );
  return addAccessFlags(command);
}

export const addSelectionFlags = (command: Command): Command =>
  command
    .option('--only <glob...>', "rules to check, by id, suite or clause, e.g. 'safety/*' or PUT-02", collectGlob)
    .option('--except <glob...>', 'rules that are not checked, by id, suite or clause', collectGlob)
    .addOption(createRulesOption());

function parseShard(text: string): RunFlags['shard'] {
  const [, index, total] = /^(\d{1,4})\/(\d{1,4})$/.exec(text.trim()) ?? [];
  const shard = { index: Number(index), total: Number(total) };
  if (shard.index >= 1 && shard.index <= shard.total && shard.total <= maxShards) return shard;
  throw new InvalidArgumentError('Give the number of the shard and the number of shards, e.g. 2/4.');
}

export const createPermitOption = (description: string): Option =>
  new Option('--permit <what>', description).choices([...permissions]);

export const createRulesOption = (): Option =>
  new Option('--rules <dir...>', 'folders with your own rules, as <suite>/<claim>.mjs').argParser(collectFolder);

/** A list of globs takes all arguments that follow it, the base URL included. */
function collectGlob(text: string, before: readonly string[] = []): string[] {
  if (text.trim() === '') throw new InvalidArgumentError('Give the id of a rule, a suite or a clause.');
  if (/^https?:/i.test(text)) throw new InvalidArgumentError('Put the base URL before --only.');
  return [...before, text];
}

function collectFolder(text: string, before: readonly string[] = []): string[] {
  if (/^https?:/i.test(text)) throw new InvalidArgumentError('Put the base URL before --rules.');
  return [...before, text];
}

const addEffortFlags = (command: Command): Command =>
  command
    .optionsGroup('Effort:')
    .option('--quick', 'only the rules that find most faults with few requests, with 1 to 4 cases each')
    .option('--seed <number>', 'random seed (default: a new one, printed)', parseInteger)
    .option(
      '--cases <number>',
      'generated cases per check (default: 10, fewer where inputs have little effect)',
      parsePositive,
    )
    .option('--max-requests <number>', 'maximum number of requests, cleanup included (default: 20000)', parsePositive)
    .option('--max-time <duration>', 'maximum duration in seconds, or as 90s, 5m, 1h (default: 10m)', parseSeconds)
    .option(
      '--max-live <number>',
      'maximum test items existing at once (default: 250 on loopback, 25 elsewhere; 1250 with floods)',
      parsePositive,
    )
    .option(
      '--max-left <number>',
      'create no more items in a collection after this number could not be removed (default: 3; more with --permit writes)',
      parsePositive,
    )
    .option(
      '--rate <n/s>',
      "maximum requests per second, or auto: as fast as the service's rate-limit fields permit (default: no limit on loopback, 10 elsewhere)",
    )
    .option(
      '--concurrency <number>',
      'checks running in parallel (default: 8 on loopback, 2 elsewhere)',
      parsePositive,
    );
