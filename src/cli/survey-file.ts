import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AuditOptions } from '../audit.js';
import type { RunFlags } from './options.js';
import { cannotWrite } from './out-folder.js';

/** Writes what was seen of a service beside its report, for `--baseline` of a later run; never over the baseline of this one. Throws UsageError. */
export const writeSurvey =
  ({ out, baseline }: Pick<RunFlags, 'out' | 'baseline'>): NonNullable<AuditOptions['onSeen']> =>
  (collections) => {
    const file = join(out, 'survey.json');
    if (baseline !== undefined && resolve(baseline) === resolve(file)) return;
    try {
      writeFileSync(file, `${JSON.stringify({ schema: 'assay-survey/1', collections }, null, 2)}\n`, { mode: 0o600 });
    } catch (error) {
      throw cannotWrite(file, error);
    }
  };
