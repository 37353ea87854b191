import type { Argument, Command, Option } from 'commander';
import { commandExamples } from '../../src/cli/options/help.js';
import { getCommandName } from '../../src/cli/options/list-commands.js';
import { exitMeanings } from './exit-codes-page.js';
import { listVisibleCommands } from './visible-commands.js';

/** The manual page in section 1, in the macros of man(7): each command with its arguments, flags, variables and examples. */
export function renderManPage(program: Command): string {
  const help = program.createHelp();
  const commands = listVisibleCommands(program);
  const lines = [
    `.TH ASSAY 1 "" "assay ${program.version()}" "User Commands"`,
    '.SH NAME',
    `assay \\- ${escapeRoff(program.description())}`,
    '.SH SYNOPSIS',
    ...commands
      .flatMap((command) => [`.B assay ${getCommandName(command)}`, escapeRoff(command.usage()), '.br'])
      .slice(0, -1),
    '.SH DESCRIPTION',
    ...escapeLines('Every flag can be set by the environment variable that is named with it.'),
    ...escapeLines('A flag takes precedence over its variable, and a variable over the profile.'),
    '.SH COMMANDS',
    ...commands.flatMap((command) => renderCommand(command, help.visibleOptions(command))),
    '.SH EXIT STATUS',
    ...Object.entries(exitMeanings).flatMap(([exit, meaning]) => ['.TP', `.B ${exit}`, ...escapeLines(meaning)]),
    '.SH FILES',
    ...['.TP', '.B assay.yaml', ...escapeLines('The profile of the service, if --profile names no other file.')],
    ...[
      '.TP',
      '.B reports/',
      ...escapeLines('The reports of the last run, its exchanges, and the list of what it created.'),
    ],
  ];
  return `${lines.join('\n')}\n`;
}

function renderCommand(command: Command, options: readonly Option[]): string[] {
  return [
    `.SS assay ${escapeRoff(getCommandName(command))}`,
    ...escapeLines(command.description()),
    ...command.registeredArguments.flatMap(renderArgument),
    ...options.filter(({ long }) => long !== '--help').flatMap(renderOption),
    ...(commandExamples[getCommandName(command)] ?? []).flatMap(([line, why]) => [
      '.PP',
      ...escapeLines(`${why}:`),
      '.PP',
      '.RS',
      '.nf',
      escapeRoff(line),
      '.fi',
      '.RE',
    ]),
  ];
}

const renderArgument = (argument: Argument): string[] => [
  '.TP',
  `.I ${escapeRoff(`${argument.name()}${argument.variadic ? '...' : ''}`)}`,
  ...escapeLines(argument.description || '-'),
];

const renderOption = ({ flags, description, envVar, argChoices, defaultValue }: Option): string[] => [
  '.TP',
  `.B ${escapeRoff(flags)}`,
  ...escapeLines(
    [
      description,
      ...(argChoices ? [`one of ${argChoices.join(', ')}`] : []),
      ...(defaultValue === undefined || typeof defaultValue === 'boolean' ? [] : [`default: ${[defaultValue].flat()}`]),
      ...(envVar ? [`variable: ${envVar}`] : []),
    ].join('; '),
  ),
];

const escapeLines = (text: string): string[] => text.split('\n').map(escapeRoff);

/** A hyphen is one that can be typed, and no line begins a request. */
const escapeRoff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');
