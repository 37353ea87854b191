import { type Command, CommanderError } from 'commander';
import { expect, test, vi } from 'vitest';
import { createProgram } from '../program.js';
import { commandExamples } from './help.js';
import { getCommandName, listCommands } from './list-commands.js';

const program = () => createProgram(() => {});
const shown = listCommands(program()).filter((command) => command.name() !== 'complete');

/** What `--help` prints, in a terminal of this many columns. */
function helpOf(command: Command, columns?: number): string {
  let text = '';
  const width = () => columns ?? 100;
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: width });
  command.outputHelp();
  return text;
}

test.each(shown.map((command) => [getCommandName(command), command] as const))(
  'help of %s fits 100 columns',
  (_, command) => {
    expect(
      helpOf(command)
        .split('\n')
        .filter((line) => line.length > 100),
    ).toEqual([]);
    expect(helpOf(command)).toContain('Examples:\n');
  },
);

test('the top-level help fits 80 columns, and names the documentation', () => {
  const text = helpOf(program(), 80);
  expect(text).toContain('"assay help run"');
  expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
  for (const command of shown) if (command.parent?.parent === null) expect(text).toContain(`  ${command.name()}`);
});

test('flags are grouped', () => {
  const run = helpOf(shown.find((command) => command.name() === 'run') as Command);
  const groups = ['Service:', 'Scope:', 'Effort:', 'Report and result:', 'Output:', 'Access:', 'Watch:'];
  expect(groups.filter((group) => !run.includes(`\n${group}\n`))).toEqual([]);
});

test.each(Object.values(commandExamples).flatMap((lines) => lines.map(([line]) => line)))(
  'accepts %s',
  async (line) => {
    const words = [...line.replace(/ > .*|^source <\(|\)$/g, '').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
      ([, a, b, c]) => a ?? b ?? c ?? '',
    );
    const parsed = program();
    const acted = vi.fn();
    for (const command of listCommands(parsed)) command.action(acted).configureOutput({ writeErr: () => {} });
    const trouble = await parsed.parseAsync(words.slice(1), { from: 'user' }).then(
      () => undefined,
      (error) => error,
    );
    expect(trouble instanceof CommanderError ? trouble.message : trouble).toBeUndefined();
    expect(acted).toHaveBeenCalledOnce();
  },
);
