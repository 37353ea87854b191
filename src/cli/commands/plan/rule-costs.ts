import { costs } from './measured-costs.js';

/** Requests of one trial of a rule in 10 cases, as measured on other services. */
export const costOf = (rule: string): number => costs[rule] ?? typicalCost;

/** What a rule costs that nobody measured, such as one of the caller's own. */
const typicalCost = Math.ceil(
  Object.values(costs).reduce((sum, cost) => sum + cost, 0) / Math.max(1, Object.keys(costs).length),
);
