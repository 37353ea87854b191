import type { Command } from 'commander';
import { formats, isFormat, render } from '../report/index.js';
import { readReport } from './replay.js';
import { UsageError } from './trouble.js';

/** `assay report`: show a report in another format. */
export function reportCommand(program: Command, end: (code: number) => void): void {
  program
    .command('report')
    .description('show a report in another format')
    .argument('<report>', 'a report.json')
    .option('--format <format>', Object.keys(formats).join(', '), 'console')
    .action((file: string, { format }: { format: string }) => {
      if (!isFormat(format))
        throw new UsageError(`unknown format ${format}; known are ${Object.keys(formats).join(', ')}`);
      const text = render(readReport(file), format, { width: process.stdout.columns ?? 120 });
      process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
      end(0);
    });
}
