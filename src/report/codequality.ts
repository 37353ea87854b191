import type { Report, Result } from '../verdict/report.js';
import { fingerprintOf } from './identity.js';
import { jsonText } from './json/text.js';
import { placeOf } from './place.js';
import { visible } from './visible.js';
import { findings, weightOf } from './weight.js';
import { headline } from './wording.js';

/** For the code quality report of a GitLab merge request: what was violated and nobody waived. */
export function writeCodeQuality(report: Report, root?: string): string {
  const path = placeOf(report, root);
  return jsonText(
    findings(report).map((result) => ({
      description: visible(
        `${headline(result)} [${result.subject}] (${result.level} ${result.clause}: ${result.title})`,
      ),
      check_name: visible(result.rule),
      fingerprint: fingerprintOf(result),
      severity: severityOf(result, report),
      location: { path, lines: { begin: 1 } },
    })),
  );
}

/** Five words of GitLab: what closes the gate is a blocker; the others go by their level. */
function severityOf(result: Result, report: Report): string {
  const weight = weightOf(result, report);
  if (weight === 'closes') return 'blocker';
  if (weight === 'notes') return 'info';
  return result.level === 'MUST' ? 'major' : 'minor';
}
