import { measuredCosts } from './measured-costs.js';

/** Requests of one check of a rule with 10 cases, as measured on other services. */
export const estimateRuleCost = (rule: string): number => measuredCosts[rule] ?? typicalCost;

/** Cost of a rule without a measurement, such as the user's own. */
const typicalCost = Math.ceil(
  Object.values(measuredCosts).reduce((sum, cost) => sum + cost, 0) / Math.max(1, Object.keys(measuredCosts).length),
);
