/** A number of cases for each rule. */
export type CasesByRule = Readonly<Record<string, number>>;

/** Requests of each rule, by its number of cases. */
export type CostsByRule = Readonly<Record<string, Readonly<Record<number, number>>>>;

/** What was measured, and what the choice must reach. */
export interface ChoiceInput {
  /** For each fault the rules that find it, with the least number of cases. */
  readonly finders: Readonly<Record<string, CasesByRule>>;
  readonly costs: CostsByRule;
  /** Part of the faults that the chosen rules find. */
  readonly part: number;
}

/** What a rule costs on services that have nothing for it, in requests. */
const leastCost = 1;

/**
 * Chooses rules with few requests that together find this part of the faults: first the one that finds most new faults
 * per request, then the next; at the end those are left out without which the part is still found. Pure.
 */
export function chooseRules({ finders, costs, part }: ChoiceInput): CasesByRule {
  const steps = listSteps(finders);
  const goal = Math.ceil(part * Object.keys(finders).length);
  const cost = (rule: string, cases: number) => (cases === 0 ? 0 : leastCost + (costs[rule]?.[cases] ?? 0));
  let chosen: CasesByRule = {};
  while (countFound(finders, chosen) < goal) {
    const before = countFound(finders, chosen);
    const rate = ({ rule, cases }: Step) => {
      const more = countFound(finders, { ...chosen, [rule]: cases }) - before;
      return more / Math.max(0.1, cost(rule, cases) - cost(rule, chosen[rule] ?? 0));
    };
    const rated = steps
      .filter(({ rule, cases }) => cases > (chosen[rule] ?? 0))
      .map((step) => ({ step, value: rate(step) }));
    const best = rated.reduce<(typeof rated)[number] | undefined>(
      (most, one) => (most === undefined || one.value > most.value ? one : most),
      undefined,
    );
    if (best === undefined || best.value === 0) break;
    chosen = { ...chosen, [best.step.rule]: best.step.cases };
  }
  return leaveOut(chosen, { finders, goal: Math.min(goal, countFound(finders, chosen)), cost });
}

/** Leaves out rules and cases that are not needed for the goal, the most expensive first. */
function leaveOut(
  chosen: CasesByRule,
  {
    finders,
    goal,
    cost,
  }: Pick<ChoiceInput, 'finders'> & { goal: number; cost: (rule: string, cases: number) => number },
): CasesByRule {
  const steps = listSteps(finders);
  const byCost = Object.entries(chosen).sort(([a, x], [b, y]) => cost(b, y) - cost(a, x));
  let kept = chosen;
  for (const [rule, cases] of byCost) {
    const fewer = [0, ...steps.filter((step) => step.rule === rule).map((step) => step.cases)].filter((n) => n < cases);
    const least = fewer.sort((a, b) => a - b).find((n) => countFound(finders, { ...kept, [rule]: n }) >= goal);
    if (least !== undefined) kept = { ...kept, [rule]: least };
  }
  return Object.fromEntries(Object.entries(kept).filter(([, cases]) => cases > 0));
}

/** A rule with a number of cases that it can be chosen with. */
interface Step {
  readonly rule: string;
  readonly cases: number;
}

function listSteps(finders: ChoiceInput['finders']): readonly Step[] {
  const steps = Object.values(finders).flatMap((found) => Object.entries(found));
  const keys = [...new Set(steps.map(([rule, cases]) => `${rule} ${cases}`))].sort();
  return keys.map((key) => ({ rule: key.split(' ')[0] ?? '', cases: Number(key.split(' ')[1]) }));
}

/** Number of faults that the chosen rules find. */
export const countFound = (finders: ChoiceInput['finders'], chosen: CasesByRule): number =>
  Object.values(finders).filter((found) => Object.entries(found).some(([rule, cases]) => (chosen[rule] ?? 0) >= cases))
    .length;
