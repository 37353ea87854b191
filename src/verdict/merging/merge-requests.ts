import type { Report } from '../../model/result/report.js';
import type { SuiteRequests } from '../../model/result/request-split.js';

/** Adds up the requests of all shards by suite and purpose; undefined if a shard does not split them. */
export function mergeRequests(reports: readonly Report[]): readonly SuiteRequests[] | undefined {
  const rows = new Map<string, SuiteRequests>();
  for (const { requestsBySuite } of reports) {
    if (requestsBySuite === undefined) return undefined;
    for (const row of requestsBySuite) rows.set(row.suite, addRows(rows.get(row.suite), row));
  }
  return [...rows.values()].sort((one, other) => (one.suite < other.suite ? -1 : 1));
}

/** Adds the requests of two rows; the suite is that of the second one. */
export const addRows = (one: SuiteRequests | undefined, other: SuiteRequests): SuiteRequests =>
  one === undefined
    ? other
    : {
        suite: other.suite,
        setup: one.setup + other.setup,
        treatment: one.treatment + other.treatment,
        control: one.control + other.control,
        confirmation: one.confirmation + other.confirmation,
        cleanup: one.cleanup + other.cleanup,
      };
