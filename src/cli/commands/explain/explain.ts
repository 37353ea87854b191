import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { parseWholeNumber } from '../../options/parse-number.js';
import { createRulesOption } from '../../options/run-options.js';

/** `assay explain`: shows what a rule requires, its source, and how it is checked; or one violation of a report and its rule. */
export function addExplainCommand(program: Command, end: (code: number) => void): void {
  program
    .command('explain')
    .description('show what a rule requires, its source, what it sends and how to waive it')
    .argument('<rule>', 'id of a rule, a clause, or a report.json')
    .argument('[number]', 'number of a violation in that report', (text) => parseWholeNumber(1, 9999, text))
    .addOption(createRulesOption())
    .action(async (name: string, number: number | undefined, { rules = [] }: { rules?: string[] }) => {
      const { explainFinding, explainRules } = await import('./explain-name.js');
      const lines = isReportFile(name) ? await explainFinding(name, number, rules) : await explainRules(name, rules);
      process.stdout.write(`${lines.join('\n')}\n`);
      end(0);
    });
}

/** Ids of rules and clauses do not end like a file, and an existing file is taken as one. */
const isReportFile = (name: string): boolean => name.endsWith('.json') || existsSync(name);
