import type { Report, Result } from '../../model/result/report.js';
import { jsonText } from '../json/json-text.js';
import { placeOf } from '../results/report-location.js';
import { fingerprintOf } from '../results/result-identity.js';
import { findings, weightOf } from '../results/violation-level.js';
import { visible } from '../text/escape-control-characters.js';
import { headline } from '../text/report-words.js';

/**
 * For the code quality report of a GitLab merge request: what was violated and nobody waived, and a closed gate where none
 * of that tells why: a list without issues would read as though all was well.
 */
export function writeCodeQuality(report: Report, root?: string): string {
  const location = { path: placeOf(report, root), lines: { begin: 1 } };
  const issues = findings(report).map((result) => ({
    description: visible(`${headline(result)} [${result.subject}] (${result.level} ${result.clause}: ${result.title})`),
    check_name: visible(result.rule),
    fingerprint: fingerprintOf(result),
    severity: severityOf(result, report),
    location,
  }));
  const isTold = report.gate.open || issues.some(({ severity }) => severity === 'blocker');
  return jsonText(isTold ? issues : [...issues, { ...closedGate(report), location }]);
}

const closedGate = ({ gate }: Report) => ({
  description: visible(`the gate is closed: ${gate.reasons.join('; ') || 'no reason was given'}`),
  check_name: 'gate',
  fingerprint: fingerprintOf({ rule: 'gate', subject: '-' }),
  severity: 'blocker',
});

/** Five words of GitLab: what closes the gate is a blocker; the others go by their level. */
function severityOf(result: Result, report: Report): string {
  const weight = weightOf(result, report);
  if (weight === 'closes') return 'blocker';
  if (weight === 'notes') return 'info';
  return result.level === 'MUST' ? 'major' : 'minor';
}
