import type { Report } from '../../../model/result/report.js';
import type { CostEstimate } from '../../../plan/assign-shards.js';

/** Estimates costs in average requests from the times of a report; a check without a time by `otherwise`. */
export function createMeasuredCost({ results }: Pick<Report, 'results'>, otherwise: CostEstimate): CostEstimate {
  const timed = results.filter(({ ms = 0, requests }) => ms > 0 && requests > 0);
  const msPerRequest = sum(timed.map(({ ms = 0 }) => ms)) / Math.max(1, sum(timed.map(({ requests }) => requests)));
  const costs = new Map(timed.map(({ rule, subject, ms = 0 }) => [`${rule} ${subject}`, ms / msPerRequest]));
  return (rule, subject) => costs.get(`${rule} ${subject}`) ?? otherwise(rule, subject);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, part) => whole + part, 0);
