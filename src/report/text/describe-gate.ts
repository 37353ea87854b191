import type { Report, Result } from '../../model/result/report.js';
import { isBlocking } from '../results/group-results.js';
import { formatCount } from './report-words.js';

/** Says in one line whether the run passed: `Failed: 1 MUST rule violated (exit 1)`. */
export function describeGate(report: Report): string {
  const { open, exit } = report.gate;
  if (open) return `Passed (exit ${exit})`;
  const why = exitTexts[exit] ?? listFailures(report).join(', ');
  return `Failed${why ? `: ${why}` : ''} (exit ${exit})`;
}

const exitTexts: Readonly<Partial<Record<Report['gate']['exit'], string>>> = {
  3: 'the service could not be tested',
  4: 'internal error of assay',
  130: 'the run was interrupted',
};

function listFailures(report: Report): string[] {
  const { results, waivers = [], run } = report;
  const violated = results.filter((result) => isBlocking(result, report));
  const inconclusive = run.strict ? results.filter(isStrictlyInconclusive) : [];
  const isChecked = results.some((result) => isConventionMust(result) && /^(held|violated)$/.test(result.verdict));
  return [
    ...countRules('MUST', 'violated', violated),
    ...countRules('SHOULD', 'violated', violated),
    ...countRules('MUST', 'inconclusive', inconclusive),
    ...(['expired', 'stale'] as const).flatMap((standing) => {
      const count = waivers.filter((waiver) => waiver.standing === standing).length;
      return count > 0 ? [`${formatCount(count, 'waiver')} ${standing}`] : [];
    }),
    ...(isChecked ? [] : ['no MUST rule could be checked']),
  ];
}

const isConventionMust = ({ level, family }: Result): boolean => level === 'MUST' && family === 'convention';

const isStrictlyInconclusive = (result: Result): boolean =>
  isConventionMust(result) && result.verdict === 'inconclusive' && result.stage === 'stable' && !result.waived;

/** Counts rules, not checks: a rule can be violated on several subjects. */
function countRules(level: Result['level'], verdict: string, results: readonly Result[]): string[] {
  const rules = new Set(results.filter((result) => result.level === level).map(({ rule }) => rule));
  return rules.size > 0 ? [`${formatCount(rules.size, `${level} rule`)} ${verdict}`] : [];
}
