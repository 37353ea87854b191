import { isDecided } from '../../model/result/findings.js';
import { dataRules, isFailing, nameGroup, resolveFailOn } from '../../model/result/gate-policy.js';
import { describeHarm, describeRestoration } from '../../model/result/harm.js';
import type { Report, Result } from '../../model/result/report.js';
import { groupBy } from '../../model/values/group-by.js';
import { joinNames } from '../../model/values/join-names.js';
import { formatCount } from './report-words.js';

/** Says in one line whether the run passed: `Failed: 1 MUST rule violated (exit 1)`, `Incomplete: … (exit 5)`. */
export function describeGate(report: Report): string {
  const { open, exit } = report.gate;
  if (open) return `Passed${describeReach(report)} (exit ${exit})`;
  const why = exitTexts[exit] ?? (exit === 5 ? describeIncomplete(report) : listFailures(report).join(', '));
  return `${exit === 5 ? 'Incomplete' : 'Failed'}${why ? `: ${why}` : ''} (exit ${exit})`;
}

/** Names a run that did not pass, as the title of its reasons. */
export const nameClosedGate = ({ exit }: Pick<Report['gate'], 'exit'>): string =>
  exit === 5 ? 'the run is incomplete' : 'the run failed';

/** Why a run is incomplete: what it harmed, what it could not create, what ran out, or how little was left. */
function describeIncomplete(report: Report): string {
  const { harm = [], gate } = report;
  if (harm.length > 0) return 'items of others were harmed';
  const open = (gate.gaps ?? []).filter(({ accepted }) => accepted === undefined);
  const isTold = gate.reasons.some((reason) => reason.startsWith('incomplete: '));
  const names = open.flatMap(({ about }) => (about === undefined || about === 'budget' ? [] : [about]));
  const checks = open.reduce((sum, gap) => sum + gap.checks, 0);
  return [
    ...(isTold && names.length > 0 ? [`no item could be created in ${joinNames(names, maxNames)}`] : []),
    ...(isTold && open.some(({ about }) => about === 'budget') ? ['requests or time ran out'] : []),
    ...(isTold && checks > 0 ? [`${formatCount(checks, 'MUST check')} could not be made`] : []),
    ...listFailures(report),
  ].join(', ');
}

const maxNames = 3;

/** The first lines of every format where a run harmed items of others: what happened, and what would restore them. */
export function describeHarmLines({ harm = [] }: Pick<Report, 'harm'>): string[] {
  if (harm.length === 0) return [];
  const restorations = harm.flatMap((item) => describeRestoration(item) ?? []);
  const shown = restorations.slice(0, maxRestorations).map((line) => `To restore: ${line}`);
  const more = restorations.length - shown.length;
  return [describeHarm(harm), ...shown, ...(more > 0 ? [`and ${more} more under harm in report.json`] : [])];
}

const maxRestorations = 3;

/** The reasons of the gate that are not violations, which every report lists on their own. */
export const listOtherReasons = ({ gate }: Pick<Report, 'gate'>): string[] =>
  gate.reasons.filter((reason) => !/^violated (MUST|SHOULD): /.test(reason));

/** Names the reach of a run that passed: a verdict says nothing about what was not checked. No check of recorded traffic has an operation of its own. */
function describeReach({ reach, traffic, coverage: { operations = [] } }: Report): string {
  if (reach === undefined) return '';
  const { rules } = reach;
  const checked = operations.filter(({ held, violated, statuses = [] }) =>
    traffic === undefined ? held + violated > 0 : statuses.length > 0,
  ).length;
  const where = operations.length > 0 ? ` on ${checked} of ${formatCount(operations.length, 'operation')}` : '';
  return `: ${rules.checked} of ${formatCount(rules.of, 'rule')} checked${where}`;
}

const exitTexts: Readonly<Partial<Record<Report['gate']['exit'], string>>> = {
  3: 'the service could not be tested',
  4: 'internal error of assay',
  130: 'the run was interrupted',
};

function listFailures(report: Report): string[] {
  const { results, waivers = [] } = report;
  const failing = results.filter((result) => !result.waived && isFailing(result, report.run));
  return [
    ...verdicts.flatMap((verdict) =>
      groups.flatMap(({ name, isMember }) =>
        countRules(
          name,
          verdict,
          failing.filter((result) => result.verdict === verdict && isMember(result)),
        ),
      ),
    ),
    ...(['expired', 'stale'] as const).flatMap((standing) => {
      const count = waivers.filter((waiver) => waiver.standing === standing).length;
      return count > 0 ? [`${formatCount(count, 'waiver')} ${standing}`] : [];
    }),
    ...describeEmptyRun(report),
    ...(report.gate.reasons.some((reason) => reason.startsWith('too little')) ? ['too little was checked'] : []),
  ];
}

const verdicts = ['violated', 'inconclusive'] as const;

/** A run in which no rule that counts could be checked. */
function describeEmptyRun({ results, gate }: Report): string[] {
  if (gate.reasons.some((reason) => reason.startsWith('no rule of this run'))) return ['no rule could be checked'];
  const isChecked = results.some(isDecided);
  const isNamed = gate.reasons.some((reason) => reason.startsWith('no MUST rule'));
  return isNamed || !isChecked ? ['no MUST rule could be checked'] : [];
}

/** Rules by level and family, as people name them. */
const groups: readonly { readonly name: string; readonly isMember: (result: Result) => boolean }[] = [
  { name: 'MUST rule', isMember: ({ level, family }) => level === 'MUST' && family === 'convention' },
  { name: 'SHOULD rule', isMember: ({ level, family }) => level === 'SHOULD' && family === 'convention' },
  { name: 'HTTP rule', isMember: ({ family }) => family === 'http' },
  { name: 'document rule', isMember: ({ family }) => family === 'document' },
];

/** Counts rules, and checks where these are more: a rule can be violated on several subjects. */
function countRules(name: string, verdict: string, results: readonly Result[]): string[] {
  const rules = new Set(results.map(({ rule }) => rule));
  const checks = results.length > rules.size ? ` in ${formatCount(results.length, 'check')}` : '';
  return rules.size > 0 ? [`${formatCount(rules.size, name)} ${verdict}${checks}`] : [];
}

/** Says why violations do not fail the run, and what would make them: one line for each reason; none if all of them do. */
export function describeToleratedViolations(report: Report): string[] {
  const open = report.results.filter(
    (result) => result.verdict === 'violated' && !result.waived && !isFailing(result, report.run),
  );
  const reasons = groupBy(open, (result) => describeTolerance(result, report));
  const waived = report.results.filter((result) => result.verdict === 'violated' && result.waived);
  return [
    ...[...reasons].flatMap(([reason, members]) =>
      groupsAndRest.flatMap(({ name, isMember }) =>
        countRules(name, 'violated', members.filter(isMember)).map((text) => `${text}; ${reason}`),
      ),
    ),
    ...countRules('rule', 'violated', waived).map((text) => `${text}; accepted as known failures`),
  ];
}

const groupsAndRest = [
  ...groups,
  { name: 'MAY rule', isMember: ({ level, family }: Result) => level === 'MAY' && family === 'convention' },
];

function describeTolerance(result: Result, { run }: Report): string {
  if (result.severity === 'warn') return 'not failing: the profile says warn';
  if (result.level === 'MAY') return 'only reported: MAY rules never fail a run';
  if (dataRules.has(result.rule)) return `fails with --fail-on ${[...resolveFailOn(run), 'data'].join(',')}`;
  if (result.stage === 'provisional') return 'only reported: provisional rules do not fail a run yet';
  const group = nameGroup(result);
  if (group === undefined) return 'fails with rules.severity: error';
  return `fails with --fail-on ${[...resolveFailOn(run), group].join(',')}`;
}
