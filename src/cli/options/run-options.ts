import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Permission, permissions } from '../../model/permission.js';
import { type AccessFlags, addAccessFlags } from './access-options.js';
import { collect } from './collect.js';
import { createFormatOption, defaultFormats } from './format-option.js';
import { createShardOption, type Shard } from './shard-option.js';

/** Flags that `run`, `demo` and `replay` share, as commander returns them. */
export interface RunFlags extends AccessFlags {
  readonly profile?: string;
  readonly openapi?: string;
  readonly collection?: string[];
  readonly only?: string[];
  readonly rules?: string[];
  readonly permit?: Permission;
  readonly seed?: number;
  readonly cases?: number;
  readonly maxRequests?: number;
  readonly maxTime?: number;
  readonly maxLive?: number;
  readonly rate?: string;
  readonly concurrency?: number;
  readonly out: string;
  readonly format: string[];
  readonly baseline?: string;
  readonly baselineUpdate?: boolean;
  readonly shard?: Shard;
  readonly strict?: boolean;
  readonly quiet?: boolean;
  readonly brief?: boolean;
  readonly verbose?: number;
  readonly yes?: boolean;
}

/** Adds the flags of an audit to a command. */
export function addRunFlags(command: Command): Command {
  command
    .optionsGroup('Service:')
    .option('--profile <file>', 'profile of the service (default: assay.yaml, assay.yml or assay.json here)')
    .option('--openapi <file|url>', 'OpenAPI document (default: searched at the usual paths)')
    .option('--collection <path>', 'path of a collection that no document names (repeatable)', collect)
    .optionsGroup('Scope:')
    .option('--only <glob...>', "rules to check, by id, suite or clause, e.g. 'safety/*' or PUT-02", collectGlob)
    .addOption(createRulesOption())
    .addOption(createPermitOption('what the run may send; default: deletes on loopback, reads elsewhere'))
    .optionsGroup('Effort:')
    .option('--seed <number>', 'random seed (default: a new one, printed)', parseInteger)
    .option(
      '--cases <number>',
      'generated cases per check (default: 10, fewer where inputs have little effect)',
      parsePositive,
    )
    .option('--max-requests <number>', 'maximum number of requests, cleanup included (default: 20000)', parsePositive)
    .option('--max-time <seconds>', 'maximum duration in seconds (default: 600)', parsePositive)
    .option(
      '--max-live <number>',
      'maximum test items existing at once (default: 100 on loopback, 25 elsewhere)',
      parsePositive,
    )
    .option('--rate <n/s>', 'maximum requests per second (default: no limit on loopback, 10 elsewhere)')
    .option('--concurrency <number>', 'checks running in parallel (default: 8 on loopback, 2 elsewhere)', parsePositive)
    .optionsGroup('Report and gate:')
    .option('--out <dir>', 'folder for reports', 'reports')
    .addOption(createFormatOption('report files to write', defaultFormats))
    .option('--baseline <file>', 'known state: a file with waivers, or the survey.json of an earlier run')
    .option('--baseline-update', 'add current violations to the --baseline file, and remove waivers of rules that held')
    .addOption(createShardOption())
    .option('--strict', 'also fail on violated SHOULD rules, violated HTTP rules and inconclusive MUST rules')
    .option('--yes', 'do not ask before the first write to a host other than this machine')
    .optionsGroup('Output:')
    .option('--quiet', 'print only whether the run passed')
    .option('--brief', 'print only violations, checks without a conclusion, and whether the run passed')
    .option('-v, --verbose', 'print each exchange as it happens; -vv adds headers and bodies', increaseVerbosity);
  return addAccessFlags(command);
}

/** Creates the option for the permission of a run. */
export const createPermitOption = (description: string): Option =>
  new Option('--permit <what>', description).choices([...permissions]);

/** Creates the option for folders with additional rules. */
export const createRulesOption = (): Option =>
  new Option('--rules <dir...>', 'folders with your own rules, as <suite>/<claim>.mjs').argParser(collectFolder);

/** Parses a whole number from `least` to `most`. Throws InvalidArgumentError. */
export function parseWholeNumber(least: number, most: number, text: string): number {
  const number = parseInteger(text);
  if (number >= least && number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  throw new InvalidArgumentError(`Give a whole number ${range}.`);
}

function parseInteger(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && text.trim() !== '') return number;
  throw new InvalidArgumentError('Give a whole number.');
}

const parsePositive = (text: string) => parseWholeNumber(1, Number.MAX_SAFE_INTEGER, text);

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

const increaseVerbosity = (_: string, before = 0): number => before + 1;
