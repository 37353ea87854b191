import { measuredCosts } from './measured-costs.js';

/** Requests of one trial of a rule in 10 cases, as measured on other services. */
export const estimateRuleCost = (rule: string): number => measuredCosts[rule] ?? typicalCost;

/** What a rule costs that nobody measured, such as one of the caller's own. */
const typicalCost = Math.ceil(
  Object.values(measuredCosts).reduce((sum, cost) => sum + cost, 0) / Math.max(1, Object.keys(measuredCosts).length),
);
