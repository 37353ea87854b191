import { type Command, InvalidArgumentError, type Option } from 'commander';
import { findNearestWord } from '../../model/nearest-word.js';
import type { Environment } from '../terminal/output-streams.js';
import { UsageError } from '../usage-error.js';

/** The variable that stands for a flag: `--max-requests` is ASSAY_MAX_REQUESTS; undefined for what only makes sense when typed. */
export function findVariable(command: Command, option: Option): string | undefined {
  if (option.long === undefined || typedOnly.has(option.long)) return undefined;
  const name = toSnakeCase(option.attributeName());
  const isOwn = isOtherCommand(command) && commandSpecificNames.has(name);
  return isOwn ? `ASSAY_${toSnakeCase(command.name())}_${name}` : `ASSAY_${name}`;
}

/** The variable that stands for the base URL where it is an argument. */
export const baseUrlVariable = 'ASSAY_BASE_URL';

const typedOnly: ReadonlySet<string> = new Set(['--help', '--version']);

/** Flags that mean something else in other commands than in those that audit; there the command is part of the name. */
const commandSpecificNames: ReadonlySet<string> = new Set(['FORMAT', 'OUT', 'BASE_URL']);
const isOtherCommand = (command: Command): boolean => !['run', 'demo'].includes(command.name());

const toSnakeCase = (name: string): string =>
  name
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll('-', '_')
    .toUpperCase();

/** Gives a command what its variables say, where no flag says anything. An empty variable says nothing. Throws UsageError, naming the variable. */
export function fillFromEnvironment(command: Command, env: Environment): void {
  for (const option of command.options) {
    const variable = findVariable(command, option);
    const text = variable === undefined ? undefined : env[variable];
    const source = command.getOptionValueSource(option.attributeName());
    if (variable === undefined || !text?.trim() || (source !== undefined && source !== 'default')) continue;
    command.setOptionValueWithSource(option.attributeName(), readValue(option, text, variable), 'env');
  }
  const [first] = command.registeredArguments;
  if (first?.name() === 'base-url' && command.processedArgs[0] === undefined && env[baseUrlVariable]?.trim())
    command.processedArgs[0] = env[baseUrlVariable];
}

function readValue(option: Option, text: string, variable: string): unknown {
  if (option.isBoolean() || option.negate)
    return option.parseArg ? parseVerbosity(text, variable) : parseBoolean(text, variable);
  const parts = isRepeatable(option) ? splitValue(option, text) : [text.trim()];
  try {
    return parts.reduce<unknown>(
      (before, part) =>
        option.parseArg ? option.parseArg(part, before as never) : option.variadic ? [...toList(before), part] : part,
      undefined,
    );
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UsageError(`${variable}: ${JSON.stringify(text)} is invalid. ${error.message}`);
  }
}

const toList = (before: unknown): unknown[] => (Array.isArray(before) ? before : []);

const booleanWords: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  '0': false,
  false: false,
  no: false,
};

function parseBoolean(text: string, variable: string): boolean {
  const value = booleanWords[text.trim().toLowerCase()];
  if (value === undefined)
    throw new UsageError(`${variable}: ${JSON.stringify(text)} is neither true nor false (1 or 0)`);
  return value;
}

/** A flag that is counted takes a number, too. */
const parseVerbosity = (text: string, variable: string): number =>
  /^\d$/.test(text.trim()) ? Number(text) : Number(parseBoolean(text, variable));

/** A flag that may be given more than once, in one way or the other. */
export const isRepeatable = (option: Option): boolean => option.variadic || option.description.includes('(repeatable)');

/** Names hold no blanks and commas; paths and header lines may, so these stand on lines of their own. */
const namesOnly: ReadonlySet<string> = new Set(['only', 'dialect', 'world']);

const splitValue = (option: Option, text: string): string[] =>
  text
    .split(namesOnly.has(option.attributeName()) ? /[\s,]+/ : /\r?\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Complaints about variables that look like flags and are none; credentials of one's own may be called as one likes. */
export function findUnknownVariables(program: Command, env: Environment): string[] {
  const known = listKnownVariables(program);
  const isOwn = (name: string) =>
    known.has(name) || /^ASSAY_BIN$|(TOKEN|KEY|USER|PASSWORD|SECRET|FULL|LIMITED|EXPIRED|TENANT)$/.test(name);
  return Object.keys(env)
    .filter((name) => name.startsWith('ASSAY_') && !isOwn(name) && !env.ASSAY_TOKEN_ENV?.includes(name))
    .map((name) => {
      const bare = (variable: string) => variable.slice('ASSAY_'.length);
      const close = findNearestWord(bare(name), [...known].map(bare));
      return `${name} is no variable of assay${close === undefined ? '; "assay run --help" shows them all' : `; did you mean ASSAY_${close}?`}`;
    });
}

/** The variables of all flags of all commands. */
export const listKnownVariables = (program: Command): ReadonlySet<string> =>
  new Set([
    baseUrlVariable,
    ...program.commands.flatMap((command) => command.options.flatMap((option) => findVariable(command, option) ?? [])),
  ]);
