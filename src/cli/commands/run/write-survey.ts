import { join, resolve } from 'node:path';
import type { AuditOptions } from '../../../audit/options.js';
import { writePrivately } from '../../../http/private-file.js';
import { cannotWrite } from '../../files/output-folder.js';
import type { RunFlags } from '../../options/run-options.js';

/** Writes what was seen of a service beside its report, for `--baseline` of a later run; never over the baseline of this one. Throws UsageError. */
export const writeSurvey =
  ({ out, baseline }: Pick<RunFlags, 'out' | 'baseline'>): NonNullable<AuditOptions['onSeen']> =>
  (collections) => {
    const file = join(out, 'survey.json');
    if (baseline !== undefined && resolve(baseline) === resolve(file)) return;
    try {
      writePrivately(file, `${JSON.stringify({ schema: 'assay-survey/1', collections }, null, 2)}\n`);
    } catch (error) {
      throw cannotWrite(file, error);
    }
  };
