import type { OperationCoverage } from '../../model/result/operation-coverage.js';
import type { Outcome } from '../../model/result/outcome.js';
import type { ResourceSubject } from '../../model/service/subject.js';
import { groupTrialsByOperation, listPlannedOperations } from '../../plan/operation-coverage.js';
import type { RulesById } from '../../rule/rules-by-id.js';
import type { SeenStatuses } from './seen-statuses.js';

/** What a run found out about each operation: the rules that called it, their verdicts, and the statuses that it returned. */
export function buildOperationCoverage(
  resources: readonly ResourceSubject[],
  outcomes: readonly Outcome[],
  rules: RulesById,
  seen: Pick<SeenStatuses, 'group'>,
): OperationCoverage[] {
  const trials = outcomes.map((outcome) => ({ outcome, ...outcome.trial }));
  const met = groupTrialsByOperation(resources, trials, rules);
  const statusesByName = seen.group();
  return listPlannedOperations(resources, trials, rules).map((planned) => {
    const name = `${planned.method} ${planned.path}`;
    const own = met.get(name) ?? [];
    const count = (...verdicts: readonly string[]) =>
      own.filter(({ outcome }) => verdicts.includes(outcome.verdict)).length;
    const statuses = statusesByName.get(name) ?? [];
    return {
      ...planned,
      ...(statuses.length > 0 && { statuses }),
      held: count('held'),
      violated: count('violated'),
      undecided: count('inconclusive', 'errored'),
    };
  });
}
