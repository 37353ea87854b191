import type { Argument, Command, Option } from 'commander';
import { ruleNames, sources } from './value-sources.js';

/** Says that a file, or a folder, may stand here: shells know these better. */
export const anyFile = ':files';
export const anyFolder = ':folders';

/** What may stand in the place of the last word, in the order it is to be shown; never more than begins as that word does. */
export async function completionsFor(program: Command, words: readonly string[]): Promise<string[]> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const command = program.commands.find((one) => one.name() === before[0]);
  if (before.length === 0) return beginning(current, [...namesOf(program), ...flagsOf(program)]);
  if (before[0] === 'help') return beginning(current, namesOf(program));
  if (command === undefined) return [];
  const [option, inline] = optionAt(command, before, current);
  if (option !== undefined) return valuesFor(option, inline ?? current, inline === undefined ? '' : `${option.long}=`);
  if (current.startsWith('-')) return beginning(current, flagsOf(command));
  return argumentsFor(command, before.slice(1), current);
}

const namesOf = (program: Command): string[] => [
  ...program.commands.filter((command) => command.name() !== 'complete').map((command) => command.name()),
  'help',
];

const flagsOf = (command: Command): string[] => [
  ...command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []),
  '--help',
];

const beginning = (word: string, candidates: readonly string[]): string[] =>
  candidates.filter((candidate) => candidate.startsWith(word));

/** The option whose value is being typed, and that value where it stands behind `=`. */
function optionAt(command: Command, before: readonly string[], current: string): [Option?, string?] {
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

async function valuesFor(option: Option, word: string, lead: string): Promise<string[]> {
  const known = option.argChoices ?? (await sources[option.attributeName()]?.());
  if (known !== undefined) {
    const typed = isList(option) ? word.slice(0, word.lastIndexOf(',') + 1) : '';
    return beginning(
      word,
      known.map((name) => typed + name),
    ).map((name) => lead + name);
  }
  if (/<.*(file|report|ledger)/.test(option.flags)) return [anyFile];
  return /<dir/.test(option.flags) ? [anyFolder] : [];
}

/** Several formats stand in one word. */
const isList = (option: Option): boolean => option.attributeName() === 'format' && option.argChoices === undefined;

async function argumentsFor(command: Command, typed: readonly string[], current: string): Promise<string[]> {
  const places = command.registeredArguments;
  const argument = places[positionIn(command, typed)] ?? (places.at(-1)?.variadic ? places.at(-1) : undefined);
  if (argument === undefined) return beginning(current, flagsOf(command));
  if (argument.argChoices) return beginning(current, argument.argChoices);
  if (argument.name().startsWith('rule')) return beginning(current, await ruleNames());
  return isFileLike(argument) ? [anyFile] : [];
}

const isFileLike = (argument: Argument): boolean => /report|ledger|old|new|before|after|file/.test(argument.name());

/** How many arguments stand before; what follows a flag that takes a value is none. */
function positionIn(command: Command, typed: readonly string[]): number {
  const taking = (word: string) =>
    command.options.some(({ long, short, required }) => required && (word === long || word === short));
  return typed.filter((word, index) => !word.startsWith('-') && !taking(typed[index - 1] ?? '')).length;
}
