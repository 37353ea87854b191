import type { Report, Result } from '../../model/result/report.js';
import { renderJsonText } from '../json/json-text.js';
import { locateReport } from '../results/report-location.js';
import { fingerprintResult } from '../results/result-identity.js';
import { classifyViolation, listUnwaivedViolations } from '../results/violation-level.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { getHeadline } from '../text/report-words.js';

/**
 * For the code quality report of a GitLab merge request: what was violated and nobody waived, and a closed gate where none
 * of that tells why: a list without issues would read as though all was well.
 */
export function writeCodeQuality(report: Report, root?: string): string {
  const location = { path: locateReport(report, root), lines: { begin: 1 } };
  const issues = listUnwaivedViolations(report).map((result) => ({
    description: escapeControlCharacters(
      `${getHeadline(result)} [${result.subject}] (${result.level} ${result.clause}: ${result.title})`,
    ),
    check_name: escapeControlCharacters(result.rule),
    fingerprint: fingerprintResult(result),
    severity: chooseSeverity(result, report),
    location,
  }));
  const isTold = report.gate.open || issues.some(({ severity }) => severity === 'blocker');
  return renderJsonText(isTold ? issues : [...issues, { ...createGateIssue(report), location }]);
}

const createGateIssue = ({ gate }: Report) => ({
  description: escapeControlCharacters(`the gate is closed: ${gate.reasons.join('; ') || 'no reason was given'}`),
  check_name: 'gate',
  fingerprint: fingerprintResult({ rule: 'gate', subject: '-' }),
  severity: 'blocker',
});

/** Five words of GitLab: what closes the gate is a blocker; the others go by their level. */
function chooseSeverity(result: Result, report: Report): string {
  const weight = classifyViolation(result, report);
  if (weight === 'closes') return 'blocker';
  if (weight === 'notes') return 'info';
  return result.level === 'MUST' ? 'major' : 'minor';
}
