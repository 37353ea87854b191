import { explainClause } from '../../src/cli/commands/explain/explain-clause.js';
import { listRfcLinks } from '../../src/report/results/rfc-links.js';
import type { NamedRule } from '../../src/rule/rule.js';
import type { RuleSet } from '../../src/rule-set/load-rule-set.js';
import { createAnchor, escapeMarkdownText } from '../reference/markdown-cells.js';

/** The page of a rule: what it requires and why, a wrong and a right exchange, the fix, how to waive it, and what `assay explain` adds. */
export function renderRulePage(named: NamedRule, ruleSet: RuleSet): string {
  const { id, rule } = named;
  const clause = ruleSet.clauses.find((one) => one.clause === rule.clause);
  if (clause === undefined) throw new Error(`${id} has no clause`);
  const { sentence, source, why, choices, wrong, right, fix, level, family } = clause;
  const anchor = createAnchor(`${clause.clause} · ${level} · ${family}`);
  const explained = explainClause(clause, [named], ruleSet);
  const own = explained.slice(explained.indexOf(id) + 1);
  const waiver = own.findIndex((line) => line.startsWith('  waive it'));
  return [
    `# ${escapeMarkdownText(rule.title)}`,
    `\`${id}\` · ${rule.level} · ${rule.stage} · clause [${clause.clause}](../../suites/convention.md#${anchor})`,
    `> ${sentence}`,
    `Source: ${[source, ...listRfcLinks(source).map(({ name, url }) => `[${name}](${url})`)].join(' · ')}`,
    '## Why',
    why,
    ...choices.map((choice) => `Choices: ${choice}`),
    ...renderExchange('Wrong', wrong),
    ...renderExchange('Right', right),
    ...(fix === undefined ? [] : ['## Fix', fix]),
    '## Waive it',
    'To accept it for a time, add to the profile or a [`--baseline` file](../../docs/known-failures.md):',
    fence(
      'yaml',
      own.slice(waiver + 1).map((line) => line.slice(15)),
    ),
    '## How it is checked',
    fence(
      'text',
      own.slice(0, waiver).map((line) => line.slice(2)),
    ),
    `\`assay explain ${id}\` prints this page.`,
    '',
  ].join('\n\n');
}

const renderExchange = (name: string, exchanges: string | undefined): string[] =>
  exchanges === undefined ? [] : [`## ${name}`, fence('http', exchanges.split('\n'))];

const fence = (language: string, lines: readonly string[]): string => [`\`\`\`${language}`, ...lines, '```'].join('\n');
