import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { NamedRule } from '../../rule/rule.js';
import type { RuleSet } from '../../rule-set/load-rule-set.js';
import { createRulesOption } from '../options/run-options.js';

export function addRulesCommand(program: Command, end: (code: number) => void): void {
  program
    .command('rules')
    .description('list the rules, each with its clause and level')
    .addOption(new Option('--format <format>', 'output format').choices(['table', 'markdown', 'json']).default('table'))
    .addOption(createRulesOption())
    .action(async ({ format, rules: folders = [] }: { format: keyof typeof renderers; rules?: string[] }) => {
      const { loadRuleSet } = await import('../../rule-set/load-rule-set.js');
      const ruleSet = await loadRuleSet(folders.map((folder) => resolve(folder)));
      process.stdout.write(`${renderers[format](ruleSet)}\n`);
      end(0);
    });
}

const renderers = { table: renderTable, markdown: renderMarkdown, json: renderJson } as const;

function renderTable({ rules, clauses }: RuleSet): string {
  const lines = sortByClause({ rules, clauses }).map(({ id, rule: { clause, level, family, title } }) =>
    [clause.padEnd(8), level.padEnd(6), family.padEnd(10), id.padEnd(58), title].join(' '),
  );
  const untested = clauses.filter((clause) => clause.untested).length;
  return [
    ...lines,
    `${rules.length} rules for ${clauses.length} clauses; ${untested} clauses cannot be tested from outside`,
  ].join('\n');
}

function renderMarkdown({ rules, clauses }: RuleSet): string {
  return clauses
    .map(({ clause, level, family, sentence, source, untested, choices, why, fix }) => {
      const own = rules.filter(({ rule }) => rule.clause === clause);
      const lines = own.map(
        ({ id, rule }) => `- \`${id}\`: ${rule.title}${rule.stage === 'stable' ? '' : ' (provisional)'}`,
      );
      return [
        `## ${clause} · ${level} · ${family}`,
        '',
        `> ${sentence}`,
        '',
        ...lines,
        ...(untested ? [`- Untested: ${untested}`] : []),
        ...choices.map((choice) => `- Choices: ${choice}`),
        `- Source: ${source}`,
        ...(why ? [`- Why: ${why}`] : []),
        ...(fix ? [`- Fix: ${fix}`] : []),
        '',
      ].join('\n');
    })
    .join('\n');
}

function renderJson({ rules, clauses }: RuleSet): string {
  const rows = sortByClause({ rules, clauses }).map(({ id, rule }) => {
    const { clause, level, family, per, stage, since, touches, title, otherwise, needs } = rule;
    const known = clauses.find((one) => one.clause === clause);
    return {
      id,
      clause,
      level,
      family,
      per,
      stage,
      since,
      touches,
      title,
      otherwise,
      needs: needs.map(({ name, enable }) => ({ name, enable })),
      sentence: known?.sentence ?? '',
      source: known?.source ?? '',
      choices: known?.choices ?? [],
      why: known?.why ?? '',
      ...(known?.fix && { fix: known.fix }),
    };
  });
  return JSON.stringify(rows, null, 2);
}

/** Sorts by the order of the convention, which is the order of its clauses. */
function sortByClause({ rules, clauses }: RuleSet): NamedRule[] {
  const place = new Map(clauses.map(({ clause }, index) => [clause, index]));
  return [...rules].sort((a, b) => (place.get(a.rule.clause) ?? 0) - (place.get(b.rule.clause) ?? 0));
}
