import type { Command } from 'commander';
import { UsageError } from '../../../model/profile/usage-error.js';
import { addReplayFlags, hasAmbientFlags } from '../replay/replay.js';
import type { ReplayFlags } from '../replay/replay-violations.js';

interface OpenFlags extends ReplayFlags {
  readonly serve?: boolean;
}

/** Default path of the report that `show` and `open` read. */
const defaultReport = 'reports/report.json';

/** `assay show`: prints the whole of a finding, or of the run. */
export function addShowCommand(program: Command, end: (code: number) => void): void {
  program
    .command('show')
    .description('print a whole report, or one of its violations in full')
    .argument('[report]', `a report.json (default: ${defaultReport})`)
    .argument('[number]', 'number of a violation')
    .action(async (first: string | undefined, second: string | undefined) => {
      const { showReport } = await import('./show-report.js');
      const isNumberFirst = second === undefined && first !== undefined && /^\d+$/.test(first);
      showReport(first === undefined || isNumberFirst ? defaultReport : first, isNumberFirst ? first : second);
      end(0);
    });
}

/** `assay open`: opens the HTML report in a browser. */
export function addOpenCommand(program: Command, end: (code: number) => void): void {
  const command = program
    .command('open')
    .description('open the HTML report in a browser')
    .argument('[report]', 'a report.json, or a report.html', defaultReport)
    .option('--serve', 'serve it on this machine until interrupted, with a button that replays each finding');
  addReplayFlags(command.optionsGroup('Replay, with --serve:')).action(async (file: string, flags: OpenFlags) => {
    const { serve, ...replay } = flags;
    const named = command.options.find((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
    if (serve) {
      const { serveReport } = await import('./serve-report.js');
      await serveReport(file, { ...replay, isAmbient: hasAmbientFlags(command) });
    } else if (named !== undefined && !/^--(no-)?color$/.test(named.long ?? '')) {
      throw new UsageError(`${named.long} is for replays; add --serve`);
    } else {
      const { openReport } = await import('./open-report.js');
      await openReport(file);
    }
    end(0);
  });
}
