import { resolve } from 'node:path';
import type { Command } from 'commander';
import { rulesOption } from './options.js';
import { UsageError } from './trouble.js';

/** `assay explain`: what a rule wants, where that comes from, and how it is judged. */
export function explainCommand(program: Command, end: (code: number) => void): void {
  program
    .command('explain')
    .description('tell what a rule wants, and where that comes from')
    .argument('<rule>', 'id of a rule, or a clause')
    .addOption(rulesOption())
    .action(async (name: string, { rules: folders = [] }: { rules?: string[] }) => {
      const { readLaw } = await import('../law.js');
      const { rules: all, clauses } = await readLaw(folders.map((folder) => resolve(folder)));
      const rules = all.filter(({ id, rule }) => id === name || rule.clause === name.toUpperCase());
      const clause = clauses.find((one) => one.clause === (rules[0]?.rule.clause ?? name.toUpperCase()));
      if (!clause) {
        const { hintFor } = await import('./choices.js');
        throw new UsageError(`no rule and no clause is called ${JSON.stringify(name)}; ${hintFor(name, all)}`);
      }
      const { sentence, source, why, choices, untested } = clause;
      const lines = [
        `${clause.clause} · ${clause.level} · ${clause.family}`,
        sentence,
        '',
        `Source: ${source}`,
        `Why: ${why}`,
      ];
      lines.push(...choices.map((choice) => `Choices: ${choice}`), ...(untested ? [`Untested: ${untested}`] : []));
      for (const { id, rule } of rules)
        lines.push(
          '',
          id,
          `  ${rule.title}`,
          `  needs: ${rule.needs.map(({ name, enable }) => `${name} (${enable})`).join(', ') || 'nothing'}`,
          `  touches: ${rule.touches}; proven by: ${rule.proof.violatedBy.join(', ') || 'no fault'}`,
        );
      process.stdout.write(`${lines.join('\n')}\n`);
      end(0);
    });
}
