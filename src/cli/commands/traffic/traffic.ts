import type { Command } from 'commander';
import { createFormatOption, defaultFormats } from '../../options/format-option.js';
import { addGateFlags } from '../../options/gate-options.js';
import { addSelectionFlags } from '../../options/run-options.js';
import type { TrafficFlags } from './judge-files.js';

export function addTrafficCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('traffic')
    .description('judge recorded traffic, without a request: HAR files, tapes of assay, or folders of these')
    .argument('<file...>', 'HAR files (1.2), tape.ndjson files, or folders with such files')
    .optionsGroup('Service:')
    .option(
      '--base-url <url>',
      'base URL of the service (default: the one of the profile, or the origin of most JSON responses)',
    );
  addJudgingOptions(command)
    .option('-o, --out <dir>', 'folder for reports; - writes one format to standard output', 'reports')
    .action(async (files: string[], flags: TrafficFlags) => {
      const { judgeFiles } = await import('./judge-files.js');
      end(await judgeFiles(files, flags));
    });
}

/** What is judged, and how it is reported; the group of the report is the last one. */
export function addJudgingOptions(command: Command): Command {
  command
    .option('--profile <file>', 'profile of the service (default: assay.yaml, assay.yml or assay.json here)')
    .option('--openapi <file>', 'OpenAPI document of the service')
    .optionsGroup('Scope:');
  addSelectionFlags(command)
    .optionsGroup('Output:')
    .option('-q, --quiet', 'print only whether the traffic passed, and why')
    .option('-v, --verbose', 'print the whole report', (_, before: number = 0) => before + 1)
    .optionsGroup('Report and result:');
  return addGateFlags(command).addOption(createFormatOption('report files to write', defaultFormats));
}
