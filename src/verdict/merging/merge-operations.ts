import type { OperationCoverage } from '../../model/result/operation-coverage.js';
import type { Report } from '../../model/result/report.js';

/** Each operation of all shards once, with the sum of its checks; undefined where no report lists operations. */
export function mergeOperations(reports: readonly Report[]): OperationCoverage[] | undefined {
  const all = reports.map(({ coverage }) => coverage.operations);
  if (all.every((one) => one === undefined)) return undefined;
  const merged = new Map<string, OperationCoverage>();
  for (const one of all.flatMap((operations = []) => operations)) {
    const key = `${one.method} ${one.path}`;
    const before = merged.get(key);
    merged.set(key, before ? joinOperation(before, one) : one);
  }
  return [...merged.values()];
}

function joinOperation(one: OperationCoverage, other: OperationCoverage): OperationCoverage {
  const { why, ...known } = one;
  const rules = [...new Set([...one.rules, ...other.rules])].sort();
  const statuses = [...new Set([...(one.statuses ?? []), ...(other.statuses ?? [])])].sort((a, b) => a - b);
  return {
    ...known,
    rules,
    ...(statuses.length > 0 && { statuses }),
    held: one.held + other.held,
    violated: one.violated + other.violated,
    undecided: one.undecided + other.undecided,
    ...(rules.length === 0 && why !== undefined && { why }),
  };
}
