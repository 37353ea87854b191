import { compareWeight } from '../../src/model/result/gate-policy.js';
import type { Report } from '../../src/model/result/report.js';

/** Numbers violations as a run does: by weight. */
export function numberViolations(results: Report['results'], run: Report['run']): Report['results'] {
  const violated = results
    .filter(({ verdict }) => verdict === 'violated')
    .sort((one, other) => compareWeight(one, other, run));
  return results.map((result) =>
    result.verdict === 'violated' ? { ...result, number: violated.indexOf(result) + 1 } : result,
  );
}
