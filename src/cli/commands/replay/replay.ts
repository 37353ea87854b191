import type { Command } from 'commander';
import { addAccessFlags } from '../../options/access-options.js';
import { parseWholeNumber } from '../../options/parse-number.js';
import { createPermitOption, createRulesOption } from '../../options/run-options.js';
import { addServiceFlags } from '../../options/service-options.js';
import type { ReplayFlags } from './replay-violations.js';

/** `assay replay`: checks violations of a report again, on fresh items. */
export function addReplayCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('replay')
    .description('check one violation of a report again, or all; exit 0 if all are gone, else 1')
    .argument('<report>', 'a report.json')
    .argument('[number]', 'number of the violation (default: all, one after the other)', (text) =>
      parseWholeNumber(1, 9999, text),
    )
    .option('--yes', 'do not ask before the first write to a host other than this machine')
    .option('--quiet', 'print one line per violation only');
  addReplayFlags(command).action(async (file: string, number: number | undefined, flags: ReplayFlags) => {
    const { replayViolations } = await import('./replay-violations.js');
    end(await replayViolations(file, number, { ...flags, isAmbient: hasAmbientFlags(command) }));
  });
}

/** Where a replay is sent, what it may send, how the service is started, and with which credentials it is called. */
export function addReplayFlags(command: Command): Command {
  command
    .option('--base-url <url>', 'base URL of the service, if not that of the report')
    .option('--profile <file>', 'profile of the service, if not assay.yaml, assay.yml or assay.json here')
    .addOption(createRulesOption())
    .addOption(createPermitOption('what it may send; default: as the run on loopback, reads elsewhere'))
    .option('--out <dir>', 'folder for the replay', 'reports/replay');
  addServiceFlags(command.optionsGroup('Start the service:'));
  return addAccessFlags(command);
}

/** Whether environment variables provide credentials or a permission. */
export const hasAmbientFlags = (command: Command): boolean =>
  ['header', 'tokenEnv', 'authFile', 'cert', 'permit'].some((name) => command.getOptionValueSource(name) === 'env');
