import type { Command } from 'commander';
import { readReport } from './read-report.js';
import { isColoured } from './streams.js';

/** `assay report`: show a report in another format. */
export function reportCommand(program: Command, end: (code: number) => void): void {
  program
    .command('report')
    .description('show a report in another format')
    .argument('<report>', 'a report.json')
    .option('--format <format>', 'json, junit, markdown or console', 'console')
    .action(async (file: string, { format }: { format: string }) => {
      const { checkFormats } = await import('./choices.js');
      checkFormats([format]);
      const { render } = await import('../report/index.js');
      const color = isColoured(process.stdout, process.env);
      const text = render(readReport(file), format, { color, width: process.stdout.columns ?? 120 });
      process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
      end(0);
    });
}
