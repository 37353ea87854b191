import type { Argument, Command, Option } from 'commander';
import { commandExamples } from '../../src/cli/options/help.js';
import { getCommandName } from '../../src/cli/options/list-commands.js';
import {
  createAnchor,
  escapeMarkdownText,
  renderReferencePage,
  renderReferenceTable,
  wrapCode,
} from './markdown-cells.js';
import { listVisibleCommands } from './visible-commands.js';

/** Each command with its arguments, flags, variables and examples, from the program itself. */
export function renderCommandsPage(program: Command): string {
  const commands = listVisibleCommands(program);
  return renderReferencePage([
    '# Command line',
    `${escapeMarkdownText(program.description())} See also the [exit codes](exit-codes.md).`,
    'Every flag can be set by the environment variable beside it: a flag takes precedence over its variable, and a variable over the profile.',
    renderReferenceTable(
      ['Command', 'What it does'],
      commands.map((command) => [linkCommand(command), escapeMarkdownText(toSentence(command.description()))]),
    ),
    ...commands.flatMap(renderSection),
  ]);
}

function renderSection(command: Command): string[] {
  const options = command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => option.long !== '--help');
  const given = command.registeredArguments;
  return [
    `## assay ${getCommandName(command)}`,
    escapeMarkdownText(toSentence(command.description())),
    `\`\`\`text\nassay ${getCommandName(command)} ${command.usage()}\n\`\`\``,
    ...(given.length > 0 ? [renderReferenceTable(['Argument', 'Meaning'], given.map(renderArgumentRow))] : []),
    ...(options.length > 0
      ? [renderReferenceTable(['Flag', 'Meaning', 'Default', 'Variable'], options.map(renderOptionRow))]
      : []),
    ...renderExamples(commandExamples[getCommandName(command)] ?? []),
  ];
}

const renderArgumentRow = (argument: Argument): string[] => {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return [wrapCode(argument.required ? `<${name}>` : `[${name}]`), escapeMarkdownText(argument.description)];
};

const renderOptionRow = (option: Option): string[] => [
  wrapCode(option.flags),
  describeMeaning(option),
  describeDefault(option),
  wrapCode(option.envVar ?? ''),
];

const describeMeaning = ({ description, argChoices }: Option): string => {
  const meaning = escapeMarkdownText(toSentence(description.replace(defaultPattern, '').replace(/; default: .*$/, '')));
  return argChoices ? `${meaning} One of ${argChoices.map(wrapCode).join(', ')}.` : meaning;
};

/** If a default depends on the service, its description says so. */
function describeDefault({ defaultValue, description }: Option): string {
  if (defaultValue !== undefined && typeof defaultValue !== 'boolean') return wrapCode([defaultValue].flat().join(','));
  return escapeMarkdownText(defaultPattern.exec(description)?.[1] ?? /; default: (.*)$/.exec(description)?.[1] ?? '');
}

const defaultPattern = / ?\(default: ([^)]*)\)/;

const renderExamples = (lines: readonly (readonly [line: string, why: string])[]): string[] =>
  lines.length === 0 ? [] : [`\`\`\`sh\n${lines.map(([line, why]) => `${line}  # ${why}`).join('\n')}\n\`\`\``];

const linkCommand = (command: Command): string =>
  `[${wrapCode(`assay ${getCommandName(command)}`)}](#${createAnchor(`assay ${getCommandName(command)}`)})`;

const toSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
