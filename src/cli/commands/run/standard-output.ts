import type { AuditOptions } from '../../../audit/options.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import type { Report } from '../../../model/result/report.js';
import { isFormat } from '../../../report/formats.js';
import type { render as renderFormat } from '../../../report/render.js';
import { listSourceFiles } from '../../files/source-files.js';
import type { RunFlags } from '../../options/run-options.js';
import type { CustomReporter } from './custom-reporters.js';

/** Folder of tape and ledger where the report itself goes to standard output. */
const usualFolder = 'reports';

export interface StandardOutput {
  readonly onResult: AuditOptions['onResult'];
  /** Writes the report, or the last event. */
  writeReport(report: Report, custom: readonly CustomReporter[], render: typeof renderFormat): void;
}

/** Reads `--out -`: the flags with the usual folder, and what goes to standard output. Throws UsageError unless one format is chosen. */
export function divertOutput<T extends RunFlags>(flags: T): { readonly flags: T; readonly output?: StandardOutput } {
  const { out, format: chosen } = flags;
  if (out !== '-') {
    if (chosen.includes('ndjson')) throw new UsageError('--format ndjson goes to standard output; add --out -');
    return { flags };
  }
  const [only = ''] = chosen;
  if (chosen.length !== 1) throw new UsageError('--out - takes one format only, e.g. --format json --out -');
  const format = only === 'ndjson' ? ['json'] : ['json', ...(isFormat(only) ? [] : [only])];
  return { flags: { ...flags, out: usualFolder, format }, output: createOutput(only) };
}

const createOutput = (format: string): StandardOutput => ({
  onResult: format === 'ndjson' ? (result, done, of) => writeEvent({ event: 'result', done, of, result }) : undefined,
  writeReport(report, custom, render) {
    if (format === 'ndjson') {
      const { results: _, coverage: __, ...rest } = report;
      writeEvent({ event: 'end', report: rest });
      return;
    }
    const own = custom.find(({ name }) => name === format);
    const text = own ? own.render(report) : render(report, format, listSourceFiles());
    process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  },
});

const writeEvent = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`);
