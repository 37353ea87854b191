import { type Command, Option } from 'commander';
import { parseWholeNumber } from '../../options/parse-number.js';
import type { ExportForm } from './export-violation.js';

/** The forms; the module that writes them is loaded when it is needed. */
const forms: readonly ExportForm[] = ['vitest', 'node-test', 'hurl', 'http', 'curl'];

/** `assay export`: writes a violation as a regression test that needs no assay. */
export function addExportCommand(program: Command, end: (code: number) => void): void {
  program
    .command('export')
    .description('write a violation as a test that runs without assay')
    .argument('<report>', 'a report.json')
    .argument('<number>', 'number of the violation', (text) => parseWholeNumber(1, 9999, text))
    .addOption(new Option('--as <form>', 'form of the test').choices(forms).default('vitest'))
    .option('--out <file>', 'file to write (default: standard output)')
    .action(async (file: string, number: number, { as, out }: { as: ExportForm; out?: string }) => {
      const { exportViolation } = await import('./export-violation.js');
      exportViolation(file, number, as, out);
      end(0);
    });
}
