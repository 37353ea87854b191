import type { Command } from 'commander';
import { parsePositive, parseSeconds } from '../../options/parse-number.js';
import { createQueueOption, defaultOut } from './fleet.js';

type WorkerFlags = import('../../../fleet/index.js').WorkerOptions;

/** `assay worker`: audits targets of a fleet that others add to a queue. */
export function addWorkerCommand(program: Command, end: (code: number) => void): void {
  program
    .command('worker')
    .description('audit targets of a fleet that "assay fleet --queue" adds to a queue')
    .argument('<file>', 'the fleet file; it must say the same as that of "assay fleet"')
    .addOption(createQueueOption('queue to take audits from').makeOptionMandatory())
    .option('-o, --out <dir>', 'folder for the reports, best shared by all workers, or s3://bucket/prefix', defaultOut)
    .option('--workers <number>', 'audits at the same time (default: one for each core)', parsePositive)
    .option(
      '--lease <duration>',
      'time after which the audits of a killed worker are given to others (default: 30s)',
      parseSeconds,
    )
    .option('--until-empty', 'end when the queue is empty; default: wait for more')
    .action(async (file: string, flags: WorkerFlags) => {
      const { runWorker } = await import('../../../fleet/index.js');
      const { runInTerminal } = await import('./run-in-terminal.js');
      const onFirst = 'the audits under way remove what they created';
      end(await runInTerminal(onFirst, (host) => runWorker(file, { ...flags, ...host })));
    });
}
