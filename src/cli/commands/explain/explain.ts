import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Report } from '../../../model/result/report.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { createRulesOption, parseWholeNumber } from '../../options/run-options.js';
import { UsageError } from '../../usage-error.js';
import { quoteForShell } from '../clean/describe-cleanup.js';

/** `assay explain`: shows what a rule requires, its source, and how it is checked; or one violation of a report and its rule. */
export function addExplainCommand(program: Command, end: (code: number) => void): void {
  program
    .command('explain')
    .description('show what a rule requires, its source, what it sends and how to waive it')
    .argument('<rule>', 'id of a rule, a clause, or a report.json')
    .argument('[number]', 'number of a violation in that report', (text) => parseWholeNumber(1, 9999, text))
    .addOption(createRulesOption())
    .action(async (name: string, number: number | undefined, { rules = [] }: { rules?: string[] }) => {
      const lines = isReportFile(name) ? await explainFinding(name, number, rules) : await explainRules(name, rules);
      process.stdout.write(`${lines.join('\n')}\n`);
      end(0);
    });
}

/** Renders a violation as its report describes it, followed by its rule. Throws UsageError for a file that is not a report. */
export async function explainFinding(
  file: string,
  number: number | undefined,
  folders: readonly string[],
): Promise<string[]> {
  const { readReport } = await import('../../files/read-report.js');
  const { findViolation: violationIn } = await import('../../files/find-violation.js');
  const { describeViolation: narration } = await import('../../../report/text/describe-violation.js');
  const report = readReport(file);
  const result = violationIn(report, number ?? 1, file);
  // Rules are code: they are not loaded only because a report names them.
  const law = await explainRules(result.rule, folders, result.subject).catch(createUnknownRuleHandler(report.run));
  return [`Violation ${number ?? 1} of ${file}`, '', narration(result, report), '', ...law];
}

/** Ids of rules and clauses do not end like a file, and an existing file is taken as one. */
const isReportFile = (name: string): boolean => name.endsWith('.json') || existsSync(name);

async function explainRules(name: string, folders: readonly string[], subject?: string): Promise<string[]> {
  const { loadRuleSet: readLaw } = await import('../../../rule-set/load-rule-set.js');
  const { explainClause: explained } = await import('./explain-clause.js');
  const law = await readLaw(folders.map((folder) => resolve(folder)));
  const rules = law.rules.filter(({ id, rule }) => id === name || rule.clause === name.toUpperCase());
  const clause = law.clauses.find((one) => one.clause === (rules[0]?.rule.clause ?? name.toUpperCase()));
  if (clause) return explained(clause, rules, law, subject);
  const { suggestRule: hintFor } = await import('../../../rule-set/check-globs.js');
  throw new UsageError(`no rule and no clause is called ${JSON.stringify(name)}; ${hintFor(name, law.rules)}`);
}

/** A report can come from another version, or from rules that are not loaded here; the violation can be shown anyway. */
const createUnknownRuleHandler =
  ({ ruleFolders = [] }: Report['run']) =>
  (error: unknown): string[] => {
    if (!(error instanceof Error) || !/^(UsageError|RuleSetError)$/.test(error.name)) throw error;
    const folders = ruleFolders.map((folder) => ` --rules ${escapeControlCharacters(quoteForShell(folder))}`).join('');
    return [
      `The rule cannot be explained here: ${escapeControlCharacters(error.message)}${folders && `; to load its rules:${folders}`}`,
    ];
  };
