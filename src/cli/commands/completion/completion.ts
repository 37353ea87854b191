import { Argument, type Command } from 'commander';

export function addCompletionCommand(program: Command, end: (code: number) => void): void {
  program
    .command('completion')
    .description('print a script that completes commands, flags, rules and names in a shell')
    .addArgument(new Argument('<shell>', 'for which shell').choices(['bash', 'zsh', 'fish', 'powershell']))
    .action(async (shell: 'bash' | 'zsh' | 'fish' | 'powershell') => {
      const { scripts } = await import('./scripts.js');
      process.stdout.write(scripts[shell]);
      end(0);
    });
  program
    .command('complete', { hidden: true })
    .description('list completions for the last argument; called by the scripts of assay completion')
    .argument('[words...]', 'what was typed after assay')
    .helpOption(false)
    .action(async (words: string[]) => {
      const { listCompletions } = await import('./candidates.js');
      process.stdout.write((await listCompletions(program, words)).map((word) => `${word}\n`).join(''));
      end(0);
    });
}
