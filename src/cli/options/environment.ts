import { type Command, InvalidArgumentError, type Option } from 'commander';
import { findNearestWord } from '../../model/nearest-word.js';
import type { Environment } from '../terminal/output-streams.js';
import { listCommands } from './list-commands.js';

/** The variable that gives the base URL, where that is an argument: commander reads variables for options only. */
export const baseUrlVariable = 'ASSAY_BASE_URL';

/** Deletes the variables of the command line that are empty, as pipelines leave them: commander takes them for values. */
export function deleteEmptyVariables(program: Command, env: NodeJS.ProcessEnv): void {
  for (const name of listKnownVariables(program)) if (env[name]?.trim() === '') delete env[name];
}

/**
 * Reads from variables what commander does not read: the base URL; switches, which commander sets whatever their variable
 * says; and lists, for which it takes the whole variable as one entry. Ends the command with an error that names the
 * variable if a value is invalid.
 */
export function readVariables(command: Command, env: Environment): void {
  for (const option of command.options) {
    const text = option.envVar === undefined ? undefined : env[option.envVar];
    if (text === undefined || command.getOptionValueSource(option.attributeName()) !== 'env') continue;
    const read = chooseReader(option);
    if (read)
      command.setOptionValueWithSource(option.attributeName(), readOrRefuse(command, option, text, read), 'env');
  }
  const [first] = command.registeredArguments;
  if (first?.name() === 'base-url' && command.processedArgs[0] === undefined && env[baseUrlVariable] !== undefined)
    command.processedArgs[0] = env[baseUrlVariable];
}

type VariableReader = (text: string, option: Option) => unknown;

/** How the variable of an option is read; undefined if commander does it. */
function chooseReader(option: Option): VariableReader | undefined {
  if (option.isBoolean() || option.negate) return option.parseArg ? readCount : readSwitch;
  return isRepeatable(option) ? readList : undefined;
}

function readOrRefuse(command: Command, option: Option, text: string, read: VariableReader): unknown {
  try {
    return read(text.trim(), option);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    const place = `option '${option.flags}' value '${text}' from env '${option.envVar}'`;
    return command.error(`error: ${place} is invalid. ${error.message}`, { code: error.code });
  }
}

const switchValues: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  '0': false,
  false: false,
  no: false,
};

function readSwitch(text: string): boolean {
  const value = switchValues[text.toLowerCase()];
  if (value === undefined) throw new InvalidArgumentError('Give 1 or 0, true or false, yes or no.');
  return value;
}

/** An option that counts how often it is given also accepts a number. */
const readCount = (text: string): number => (/^\d$/.test(text) ? Number(text) : Number(readSwitch(text)));

export const isRepeatable = (option: Option): boolean => option.variadic || option.description.includes('(repeatable)');

/** Names contain no blanks or commas. Paths and header lines can, so each of these is on its own line. */
const nameLists: ReadonlySet<string> = new Set(['only', 'except', 'dialect', 'world']);

function readList(text: string, option: Option): unknown {
  const entries = text
    .split(nameLists.has(option.attributeName()) ? /[\s,]+/ : /\r?\n/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const { parseArg } = option;
  return parseArg ? entries.reduce<unknown>((before, entry) => parseArg(entry, before as never), undefined) : entries;
}

/** Lists warnings about variables that look like those of options but are not; variables with credentials can have any name. */
export function findUnknownVariables(program: Command, env: Environment): string[] {
  const known = listKnownVariables(program);
  const isOwn = (name: string) =>
    known.has(name) || /^ASSAY_BIN$|(TOKEN|KEY|USER|PASSWORD|SECRET|FULL|LIMITED|EXPIRED|TENANT)$/.test(name);
  return Object.keys(env)
    .filter((name) => name.startsWith('ASSAY_') && !isOwn(name) && !env.ASSAY_TOKEN_ENV?.includes(name))
    .map((name) => {
      const bare = (variable: string) => variable.slice('ASSAY_'.length);
      const close = findNearestWord(bare(name), [...known].map(bare));
      return `${name} is not a variable of assay${close === undefined ? '; "assay run --help" lists all variables' : `; did you mean ASSAY_${close}?`}`;
    });
}

/** Lists the variables of all options of all commands. */
export const listKnownVariables = (program: Command): ReadonlySet<string> =>
  new Set([
    baseUrlVariable,
    ...listCommands(program).flatMap((command) => command.options.flatMap(({ envVar }) => envVar ?? [])),
  ]);
