import type { Command, Option } from 'commander';
import { formats } from '../../../report/formats.js';

/** Functions that list the values of flags that are not listed with the flag; called only when needed. */
const valueSources: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  only: listRuleNames,
  format: async () => Object.keys(formats),
  fault: async () => (await importDemo()).faults.map(({ name }) => name),
  dialect: async () => (await importDemo()).dialects.map(({ name }) => name),
  world: async () => (await importDemo()).worlds.map(({ name }) => name),
};

/** Tells the shell to complete a file or a folder itself. */
export const fileCandidate = ':files';
export const folderCandidate = ':folders';

/** Lists completions for the last argument, in display order; only those that begin with what was typed. */
export async function listCompletions(program: Command, words: readonly string[]): Promise<string[]> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const [command, typed] = findCommand(program, before);
  if (before.length === 0) return filterByPrefix(current, [...listCommandNames(program), ...listFlags(program)]);
  if (before[0] === 'help') return filterByPrefix(current, listCommandNames(program));
  if (command === undefined) return [];
  const [option, inline] = findOption(command, before, current);
  if (option !== undefined) return listValues(option, inline ?? current, inline === undefined ? '' : `${option.long}=`);
  if (current.startsWith('-')) return filterByPrefix(current, listFlags(command));
  return [...listSubcommands(command, typed, current), ...(await listArguments(command, typed, current))];
}

/** The command that was typed, and what was typed after it. A command can have others below it. */
function findCommand(
  program: Command,
  words: readonly string[],
): [command: Command | undefined, rest: readonly string[]] {
  const command = program.commands.find((one) => one.name() === words[0]);
  if (command === undefined) return [undefined, words];
  const [below, rest] = findCommand(command, words.slice(1));
  return below === undefined ? [command, words.slice(1)] : [below, rest];
}

const listSubcommands = (command: Command, typed: readonly string[], current: string): string[] =>
  typed.length > 0
    ? []
    : filterByPrefix(
        current,
        command.commands.map((one) => one.name()),
      );

const listCommandNames = (program: Command): string[] => [
  ...program.commands.filter((command) => command.name() !== 'complete').map((command) => command.name()),
  'help',
];

const listFlags = (command: Command): string[] => [
  ...command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []),
  '--help',
];

const filterByPrefix = (word: string, candidates: readonly string[]): string[] =>
  candidates.filter((candidate) => candidate.startsWith(word));

/** Returns the option whose value is being typed, and that value if it follows `=`. */
function findOption(command: Command, before: readonly string[], current: string): [Option?, string?] {
  const named = (word: string | undefined) =>
    command.options.find(
      ({ long, short, required, optional }) =>
        (required || optional) && word !== undefined && (word === long || word === short),
    );
  const split = /^(--[^=]+)=(.*)$/s.exec(current);
  if (split) return [named(split[1]), split[2]];
  if (current.startsWith('-')) return [];
  const last = before.findLastIndex((word) => word.startsWith('-'));
  const option = named(before[last]);
  if (option === undefined) return [];
  const isDirectlyBefore = last === before.length - 1;
  return isDirectlyBefore || option.variadic ? [option] : [];
}

async function listValues(option: Option, word: string, lead: string): Promise<string[]> {
  const known = option.argChoices ?? (await valueSources[option.attributeName()]?.());
  if (known !== undefined) {
    const typed = isList(option) ? word.slice(0, word.lastIndexOf(',') + 1) : '';
    const whole = known.map((name) => typed + name);
    return filterByPrefix(word, whole).map((name) => lead + name);
  }
  if (/<.*(file|report|ledger)/.test(option.flags)) return [fileCandidate];
  return /<dir/.test(option.flags) ? [folderCandidate] : [];
}

/** Several formats can be in one argument. */
const isList = (option: Option): boolean => option.attributeName() === 'format' && option.argChoices === undefined;

async function listArguments(command: Command, typed: readonly string[], current: string): Promise<string[]> {
  const places = command.registeredArguments;
  const argument = places[countArguments(command, typed)] ?? (places.at(-1)?.variadic ? places.at(-1) : undefined);
  if (argument === undefined) return filterByPrefix(current, listFlags(command));
  if (argument.argChoices) return filterByPrefix(current, argument.argChoices);
  if (argument.name().startsWith('rule')) return filterByPrefix(current, await listRuleNames());
  return /report|ledger|old|new|before|after|file|folder/.test(argument.name()) ? [fileCandidate] : [];
}

/** Counts the arguments before the last one; values of flags do not count. */
function countArguments(command: Command, typed: readonly string[]): number {
  const taking = (word: string) =>
    command.options.some(({ long, short, required }) => required && (word === long || word === short));
  return typed.filter((word, index) => !word.startsWith('-') && !taking(typed[index - 1] ?? '')).length;
}

const importDemo = () => import('../../../demo/start-demo.js');

/** Lists everything that selects rules: suites, rules and clauses. */
async function listRuleNames(): Promise<string[]> {
  const { loadRuleSet } = await import('../../../rule-set/load-rule-set.js');
  const { rules } = await loadRuleSet();
  const suites = rules.map(({ id }) => `${id.split('/', 1)[0]}/*`);
  return [...new Set([...suites, ...rules.map(({ id }) => id), ...rules.map(({ rule }) => rule.clause)])];
}
