import type { Report, Result } from '../../model/result/report.js';
import { renderJsonText } from '../json/json-text.js';
import { type Location, locateReport, locateResult, type SourceFiles } from '../results/report-location.js';
import { fingerprintResult } from '../results/result-identity.js';
import { classifyViolation, listUnwaivedViolations } from '../results/violation-level.js';
import { nameClosedGate } from '../text/describe-gate.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { getHeadline } from '../text/report-words.js';

/** Writes the code quality report of GitLab: violations without a waiver, and an issue if the run failed otherwise. */
export function writeCodeQuality(report: Report, files: SourceFiles = {}): string {
  const issues = listUnwaivedViolations(report).map((result) => ({
    description: escapeControlCharacters(
      `${getHeadline(result)} [${result.subject}] (${result.level} ${result.clause}: ${result.title})`,
    ),
    check_name: escapeControlCharacters(result.rule),
    fingerprint: fingerprintResult(result),
    severity: chooseSeverity(result, report),
    location: formatLocation(locateResult(result, report, files)),
  }));
  const isTold = report.gate.open || issues.some(({ severity }) => severity === 'blocker');
  const whole = { ...createGateIssue(report), location: formatLocation(locateReport(report, files)) };
  if (report.harm !== undefined) return renderJsonText([whole, ...issues]);
  return renderJsonText(isTold ? issues : [...issues, whole]);
}

const formatLocation = ({ path, line }: Location) => ({ path, lines: { begin: line } });

const createGateIssue = ({ gate }: Report) => ({
  description: escapeControlCharacters(`${nameClosedGate(gate)}: ${gate.reasons.join('; ') || 'no reason was given'}`),
  check_name: 'gate',
  fingerprint: fingerprintResult({ rule: 'gate', subject: '-' }),
  severity: 'blocker',
});

/** GitLab's five severities: a violation that fails the run is a blocker; the others follow their level. */
function chooseSeverity(result: Result, report: Report): string {
  const weight = classifyViolation(result, report);
  if (weight === 'closes') return 'blocker';
  if (weight === 'notes') return 'info';
  return result.level === 'MUST' ? 'major' : 'minor';
}
