import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Report } from '../../../model/result/report.js';
import { visible } from '../../../report/text/escape-control-characters.js';
import { rulesOption, wholeFrom } from '../../options/run-options.js';
import { UsageError } from '../../usage-error.js';
import { quoted } from '../clean/describe-cleanup.js';

/** `assay explain`: what a rule wants, where that comes from, and how it is judged; or what one violation of a report is about. */
export function explainCommand(program: Command, end: (code: number) => void): void {
  program
    .command('explain')
    .description('tell what a rule wants, where that comes from, what it sends, and how it is waived')
    .argument('<rule>', 'id of a rule, a clause, or a report.json')
    .argument('[number]', 'number of a violation in that report', (text) => wholeFrom(1, 9999, text))
    .addOption(rulesOption())
    .action(async (name: string, number: number | undefined, { rules = [] }: { rules?: string[] }) => {
      const lines = isReport(name) ? await findingLines(name, number, rules) : await lawLines(name, rules);
      process.stdout.write(`${lines.join('\n')}\n`);
      end(0);
    });
}

/** A violation as its report tells it, and after that the law. Throws UsageError for what is no report. */
export async function findingLines(
  file: string,
  number: number | undefined,
  folders: readonly string[],
): Promise<string[]> {
  const { readReport } = await import('../../files/read-report.js');
  const { violationIn } = await import('../../files/find-violation.js');
  const { narration } = await import('../../../report/text/describe-violation.js');
  const report = readReport(file);
  const result = violationIn(report, number ?? 1, file);
  // Rules are code: those that a report names are not loaded because it names them.
  const law = await lawLines(result.rule, folders, result.subject).catch(strange(report.run));
  return [`Violation ${number ?? 1} of ${file}`, '', narration(result, report), '', ...law];
}

/** No rule and no clause ends like a file, and a file that is there is meant. */
const isReport = (name: string): boolean => name.endsWith('.json') || existsSync(name);

async function lawLines(name: string, folders: readonly string[], subject?: string): Promise<string[]> {
  const { readLaw } = await import('../../../rule-set/load-rule-set.js');
  const { explained } = await import('./explain-clause.js');
  const law = await readLaw(folders.map((folder) => resolve(folder)));
  const rules = law.rules.filter(({ id, rule }) => id === name || rule.clause === name.toUpperCase());
  const clause = law.clauses.find((one) => one.clause === (rules[0]?.rule.clause ?? name.toUpperCase()));
  if (clause) return explained(clause, rules, law, subject);
  const { hintFor } = await import('../../../rule-set/check-globs.js');
  throw new UsageError(`no rule and no clause is called ${JSON.stringify(name)}; ${hintFor(name, law.rules)}`);
}

/** A report may come from another kit, or from rules that are not here: what it tells stands all the same. */
const strange =
  ({ ruleFolders = [] }: Report['run']) =>
  (error: unknown): string[] => {
    if (!(error instanceof Error) || !/^(UsageError|LawError)$/.test(error.name)) throw error;
    const folders = ruleFolders.map((folder) => ` --rules ${visible(quoted(folder))}`).join('');
    return [`The rule cannot be explained here: ${visible(error.message)}${folders && `; with its rules:${folders}`}`];
  };
