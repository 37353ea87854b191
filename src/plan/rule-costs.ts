import measured from './measured-costs.json' with { type: 'json' };

/** Requests of one check of each rule in 10 cases, on the demo without faults and the library: `npm run bench:costs` writes them. */
export const measuredCosts: Readonly<Record<string, number>> = measured.requests;

/** How many requests a run sends for each one of a trial: parent items are created for it, read before it, and removed after it. */
export const overheadFactor: number = measured.overheadFactor;

/** Requests of one check of a rule with 10 cases, as measured on other services. */
export const estimateRuleCost = (rule: string): number => measuredCosts[rule] ?? typicalCost;

/** Cost of a rule without a measurement, such as the user's own. */
const typicalCost = Math.ceil(
  Object.values(measuredCosts).reduce((sum, cost) => sum + cost, 0) / Math.max(1, Object.keys(measuredCosts).length),
);
