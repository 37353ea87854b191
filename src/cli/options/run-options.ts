import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Permission, permissions } from '../../model/permission.js';
import { type AccessFlags, addAccessFlags } from './access-options.js';
import { createFormatOption, defaultFormats } from './format-option.js';
import { createShardOption, type Shard } from './shard-option.js';

/** Flags that `run`, `demo` and `replay` share, as commander gives them. */
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
    .option('--openapi <file|url>', 'OpenAPI document (default: looked for at the usual paths)')
    .option('--collection <path>', 'path of a collection to look at, where no document names it (repeatable)', collect)
    .optionsGroup('Scope:')
    .option('--only <glob...>', "rules to try, by id, suite or clause, e.g. 'safety/*' or PUT-02", collectGlob)
    .addOption(createRulesOption())
    .addOption(createPermitOption('how far the run may go; default: deletes on loopback, reads elsewhere'))
    .optionsGroup('Effort:')
    .option('--seed <number>', 'seed of all chance (default: a new one, printed)', parseInteger)
    .option(
      '--cases <number>',
      'cases per rule and subject (default: 10, fewer where inputs hardly matter)',
      parsePositive,
    )
    .option('--max-requests <number>', 'requests to spend at most, cleanup included (default: 20000)', parsePositive)
    .option('--max-time <seconds>', 'seconds to spend at most (default: 600)', parsePositive)
    .option(
      '--max-live <number>',
      'things that stand at once at most (default: 100 on loopback, 25 elsewhere)',
      parsePositive,
    )
    .option('--rate <n/s>', 'requests per second at most (default: no limit on loopback, 10 elsewhere)')
    .option('--concurrency <number>', 'trials side by side (default: 8 on loopback, 2 elsewhere)', parsePositive)
    .optionsGroup('Report and gate:')
    .option('--out <dir>', 'where reports go', 'reports')
    .addOption(createFormatOption('report files to write', defaultFormats))
    .option('--baseline <file>', 'what is known from before: a file with waivers, or the survey.json of an earlier run')
    .option('--baseline-update', 'write what is violated now into the --baseline file, and take out what held')
    .addOption(createShardOption())
    .option('--strict', 'also close the gate for violated SHOULD, violated HTTP duties, and undecided MUST')
    .option('--yes', 'do not ask before the first write to a host that is not this machine')
    .optionsGroup('Output:')
    .option('--quiet', 'print the gate only')
    .option('--brief', 'print what was violated or undecided, and the gate')
    .option('-v, --verbose', 'print each exchange as it happens; -vv with what was sent and came', increaseVerbosity);
  return addAccessFlags(command);
}

/** The most that may be done to a service. */
export const createPermitOption = (description: string): Option =>
  new Option('--permit <what>', description).choices([...permissions]);

/** Folders with further rules. */
export const createRulesOption = (): Option =>
  new Option('--rules <dir...>', 'folders with rules of your own, as <suite>/<claim>.mjs').argParser(collectFolder);

/** Reads a whole number from `least` to `most`. Throws InvalidArgumentError. */
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

/** A list of globs takes all that follows it, the base URL too. */
function collectGlob(text: string, before: readonly string[] = []): string[] {
  if (text.trim() === '') throw new InvalidArgumentError('Give the id of a rule, a suite or a clause.');
  if (/^https?:/i.test(text)) throw new InvalidArgumentError('Name the base URL before --only.');
  return [...before, text];
}

function collectFolder(text: string, before: readonly string[] = []): string[] {
  if (/^https?:/i.test(text)) throw new InvalidArgumentError('Name the base URL before --rules.');
  return [...before, text];
}

const increaseVerbosity = (_: string, before = 0): number => before + 1;
const collect = (line: string, before: readonly string[] = []) => [...before, line];
