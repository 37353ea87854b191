import { type Command, InvalidArgumentError, Option } from 'commander';
import { collect, parsePositive } from '../../options/parse-number.js';

/** Where an audit of a fleet writes, if no folder is named. */
export const defaultOut = 'fleet-reports';

/** What the command shares with fleets, which only it loads. */
type FleetFlags = import('../../../fleet/index.js').RunFleetOptions;
type FleetHost = import('../../../fleet/index.js').FleetHost;
type FleetReportFlags = import('../../../fleet/index.js').ReportFleetOptions;
type ManifestFlags = Parameters<typeof import('../../../fleet/index.js').renderManifest>[1];

/** `assay fleet`: audits many services, and reports on all of them. */
export function addFleetCommand(program: Command, end: (code: number) => void): void {
  const fleet = program
    .command('fleet')
    .description('audit many services that a file lists, and report on all of them')
    .argument('<file>', 'a fleet file, such as fleet.yaml')
    .enablePositionalOptions()
    .optionsGroup('Scope:')
    .option('--target <name>', 'audit only this target (repeatable)', collect)
    .option('--group <name>', 'audit only the targets of this group (repeatable)', collect)
    .option('--index <number>', 'audit only one part of the targets, counted from 0', parseIndex)
    .option('--of <number>', 'number of parts for --index (default: one for each target)', parsePositive)
    .optionsGroup('Run:')
    .option('-o, --out <dir>', 'folder or s3://bucket/prefix for all reports, and for the state of the run', defaultOut)
    .option('--workers <number>', 'audits at the same time (default: one for each core)', parsePositive)
    .option(
      '--attempts <number>',
      'audits of a target that was killed, or could not be reached, or failed internally',
      parsePositive,
      2,
    )
    .option('--fresh', 'start over; default: go on with targets that have no result in the last run')
    .addOption(createQueueOption('add the audits to this queue, for "assay worker", and wait for their results'));
  fleet.action(async (file: string, flags: FleetFlags) => {
    const { loadFleet, runFleet } = await import('../../../fleet/index.js');
    const { runInTerminal } = await import('./run-in-terminal.js');
    const onFirst =
      flags.queue === undefined
        ? 'the audits under way remove what they created'
        : 'the workers go on, and the same command waits for them again';
    const run = async (host: FleetHost) => runFleet(loadFleet(file, process.cwd()), { ...flags, ...host });
    end((await runInTerminal(onFirst, run)).exit);
  });
  addReportCommand(fleet, end);
  addManifestCommand(fleet, end);
}

function addReportCommand(fleet: Command, end: (code: number) => void): void {
  fleet
    .command('report')
    .description('write the report of a fleet from the reports in a folder, wherever they were made')
    .argument('<folder>', 'folder with a report.json for each target, at any depth, or s3://bucket/prefix of a fleet')
    .option(
      '--out <dir>',
      'folder to write to; of an object store, its reports are copied there, too (default: the same)',
    )
    .option('--before <file>', 'fleet.json of an earlier run to compare with, the oldest first (repeatable)', collect)
    .action(async (folder: string, flags: FleetReportFlags) => {
      const { reportFleet } = await import('../../../fleet/index.js');
      const { createTerminal } = await import('./run-in-terminal.js');
      end((await reportFleet(folder, { ...flags, ...createTerminal() })).gate.exit);
    });
}

function addManifestCommand(fleet: Command, end: (code: number) => void): void {
  fleet
    .command('manifest')
    .description('print what audits a fleet elsewhere: a Kubernetes Job, or a GitHub workflow')
    .argument('<file>', 'a fleet file, such as fleet.yaml')
    .addOption(new Option('--as <kind>', 'for which system').choices(['kubernetes', 'github']).makeOptionMandatory())
    .option('--image <name>', 'container image for Kubernetes', 'assay')
    .option('--workers <number>', 'audits at the same time (default: workers of the file, else 10)', parsePositive)
    .action(async (file: string, flags: ManifestFlags) => {
      const { renderManifest } = await import('../../../fleet/index.js');
      process.stdout.write(renderManifest(file, flags));
      end(0);
    });
}

/** `--queue redis://…`. */
export const createQueueOption = (description: string): Option =>
  new Option('--queue <url>', `${description}; a Redis URL, redis:// or rediss://`);

function parseIndex(text: string): number {
  if (/^\d{1,6}$/.test(text.trim())) return Number(text);
  throw new InvalidArgumentError('Give a number from 0 on.');
}
