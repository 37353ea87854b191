import type { Command } from 'commander';
import { UsageError } from './trouble.js';

/** `assay explain`: what a rule wants, where that comes from, and how it is judged. */
export function explainCommand(program: Command, end: (code: number) => void): void {
  program
    .command('explain')
    .description('tell what a rule wants, and where that comes from')
    .argument('<rule>', 'id of a rule, or a clause')
    .action(async (name: string) => {
      const { conventionFile, readCatalogue } = await import('../catalogue.js');
      const { readClauses } = await import('../clauses.js');
      const all = await readCatalogue();
      const rules = all.filter(({ id, rule }) => id === name || rule.clause === name.toUpperCase());
      const clause = readClauses(conventionFile).find(
        (one) => one.clause === (rules[0]?.rule.clause ?? name.toUpperCase()),
      );
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
          `  needs: ${rule.needs.map((need) => need.name).join(', ') || 'nothing'}; touches: ${rule.touches}`,
        );
      process.stdout.write(`${lines.join('\n')}\n`);
      end(0);
    });
}
