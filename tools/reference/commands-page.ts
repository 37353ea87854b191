import type { Argument, Command, Option } from 'commander';
import { examples } from '../../src/cli/options/command-examples.js';
import { variableOf } from '../../src/cli/options/environment.js';
import { anchorOf, code, page, plain, table } from './markdown-cells.js';

/** Each command with its arguments, flags, variables and examples, as the program itself knows them. */
export function commandsPage(program: Command): string {
  const commands = program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help');
  return page([
    '# Command line',
    `${plain(program.description())} How a command ends is told under [exit codes](exit-codes.md).`,
    'Every flag may stand in the environment, under the variable beside it: a flag outweighs its variable, and a variable the profile.',
    table(
      ['Command', 'What it does'],
      commands.map((command) => [linkTo(command), plain(sentence(command.description()))]),
    ),
    ...commands.flatMap(section),
  ]);
}

function section(command: Command): string[] {
  const options = command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => option.long !== '--help');
  const given = command.registeredArguments;
  return [
    `## assay ${command.name()}`,
    plain(sentence(command.description())),
    `\`\`\`text\nassay ${command.name()} ${command.usage()}\n\`\`\``,
    ...(given.length > 0 ? [table(['Argument', 'Meaning'], given.map(argumentRow))] : []),
    ...(options.length > 0
      ? [
          table(
            ['Flag', 'Meaning', 'Default', 'Variable'],
            options.map((option) => optionRow(option, command)),
          ),
        ]
      : []),
    ...shown(examples[command.name()] ?? []),
  ];
}

const argumentRow = (argument: Argument): string[] => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return [code(argument.required ? `<${name}>` : `[${name}]`), plain(argument.description)];
};

const optionRow = (option: Option, command: Command): string[] => [
  code(option.flags),
  meaningOf(option),
  defaultOf(option),
  code(variableOf(command, option) ?? ''),
];

const meaningOf = ({ description, argChoices }: Option): string => {
  const meaning = plain(sentence(description.replace(ownDefault, '').replace(/; default: .*$/, '')));
  return argChoices ? `${meaning} One of ${argChoices.map(code).join(', ')}.` : meaning;
};

/** Where a default depends on the target, a description tells it in words. */
function defaultOf({ defaultValue, description }: Option): string {
  if (defaultValue !== undefined && typeof defaultValue !== 'boolean') return code([defaultValue].flat().join(','));
  return plain(ownDefault.exec(description)?.[1] ?? /; default: (.*)$/.exec(description)?.[1] ?? '');
}

const ownDefault = / ?\(default: ([^)]*)\)/;

const shown = (lines: readonly (readonly [line: string, why: string])[]): string[] =>
  lines.length === 0 ? [] : [`\`\`\`sh\n${lines.map(([line, why]) => `${line}  # ${why}`).join('\n')}\n\`\`\``];

const linkTo = (command: Command): string =>
  `[${code(`assay ${command.name()}`)}](#${anchorOf(`assay ${command.name()}`)})`;

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
