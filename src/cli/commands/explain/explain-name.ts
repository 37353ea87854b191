import { resolve } from 'node:path';
import { getCurrentId } from '../../../model/profile/rule-names.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import type { Report } from '../../../model/result/report.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import type { NamedRule } from '../../../rule/rule.js';
import { quoteForShell } from '../clean/describe-cleanup.js';

/** Renders a violation as its report describes it, followed by its rule. Throws UsageError for a file that is not a report. */
export async function explainFinding(file: string, number: number | undefined, folders: readonly string[]) {
  const { readReport } = await import('../../files/read-report.js');
  const { findViolation } = await import('../../files/find-violation.js');
  const { describeViolation } = await import('../../../report/text/describe-violation.js');
  const report = readReport(file);
  const result = findViolation(report, number ?? 1, file);
  // Rules are code: they are not loaded only because a report names them.
  const ruleSet = await explainRules(result.rule, folders, result.subject).catch(createUnknownRuleHandler(report.run));
  return [`Violation ${number ?? 1} of ${file}`, '', describeViolation(result, report), '', ...ruleSet];
}

/** Renders what a rule or a clause requires. Throws UsageError for an unknown name. */
export async function explainRules(name: string, folders: readonly string[], subject?: string): Promise<string[]> {
  const { loadRuleSet } = await import('../../../rule-set/load-rule-set.js');
  const { explainClause } = await import('./explain-clause.js');
  const ruleSet = await loadRuleSet(folders.map((folder) => resolve(folder)));
  const rules = ruleSet.rules.filter(({ id, rule }) => id === getCurrentId(name) || rule.clause === name.toUpperCase());
  const clause = ruleSet.clauses.find((one) => one.clause === (rules[0]?.rule.clause ?? name.toUpperCase()));
  if (clause) return explainClause(clause, rules, ruleSet, subject);
  const near = ruleSet.rules.filter(({ id }) => id.includes(name.toLowerCase()));
  const [only] = near;
  if (only && near.length === 1) return explainRules(only.id, folders, subject);
  if (near.length > 1)
    throw new UsageError(`several rules have ${JSON.stringify(name)} in their name: ${listNames(near)}`);
  const { suggestRule } = await import('../../../rule-set/check-globs.js');
  throw new UsageError(`no rule and no clause is called ${JSON.stringify(name)}; ${suggestRule(name, ruleSet.rules)}`);
}

const maxNamed = 6;

const listNames = (rules: readonly NamedRule[]): string =>
  [
    ...rules.slice(0, maxNamed).map(({ id }) => id),
    ...(rules.length > maxNamed ? [`and ${rules.length - maxNamed} more`] : []),
  ].join(', ');

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
