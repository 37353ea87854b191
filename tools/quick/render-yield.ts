import type { ChoiceInput } from './choose-rules.js';

/** What a rule costs on the demo, and the faults that it finds. */
export interface RuleYield {
  readonly rule: string;
  /** Requests in all its checks of the demo without faults, with the most cases that were measured. */
  readonly requests: number;
  readonly faults: number;
  /** Faults that no other rule finds. */
  readonly alone: number;
}

/** The rules by their requests for each fault found, the most expensive first; rules that find nothing come before all others. */
export function listYields({ finders, costs }: Pick<ChoiceInput, 'finders' | 'costs'>): RuleYield[] {
  const all = Object.values(finders).map((found) => Object.keys(found));
  return Object.entries(costs)
    .map(([rule, byCases]) => {
      const found = all.filter((rules) => rules.includes(rule));
      return {
        rule,
        requests: Math.round(Math.max(0, ...Object.values(byCases))),
        faults: found.length,
        alone: found.filter((rules) => rules.length === 1).length,
      };
    })
    .sort((one, other) => countPerFault(other) - countPerFault(one) || one.rule.localeCompare(other.rule));
}

const countPerFault = ({ requests, faults }: RuleYield): number =>
  faults === 0 ? Number.POSITIVE_INFINITY : requests / faults;

/** A Markdown table with a row for each rule. */
export function renderYield(input: Pick<ChoiceInput, 'finders' | 'costs'>): string {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['Rule', 'Requests', 'Faults found', 'by no other rule', 'Requests for each fault']),
    row(['---', '---:', '---:', '---:', '---:']),
    ...listYields(input).map(({ rule, requests, faults, alone }) =>
      row([`\`${rule}\``, requests, faults, alone, faults === 0 ? 'none found' : (requests / faults).toFixed(1)]),
    ),
    '',
  ].join('\n');
}
