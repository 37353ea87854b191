import { join, resolve } from 'node:path';
import type { AuditOptions } from '../../../audit/options.js';
import { writeOutputFile } from '../../../http/private-file.js';
import type { RunFlags } from '../../options/run-options.js';

/** Writes the survey next to the report, as `--baseline` of a later run; never over the baseline of this run. Throws UsageError. */
export const writeSurvey =
  ({ out, baseline }: Pick<RunFlags, 'out' | 'baseline'>): NonNullable<AuditOptions['onSeen']> =>
  (collections) => {
    const file = join(out, 'survey.json');
    if (baseline !== undefined && resolve(baseline) === resolve(file)) return;
    writeOutputFile(file, `${JSON.stringify({ schema: 'assay-survey/1', collections }, null, 2)}\n`);
  };
