import type { Clause } from '../../src/model/result/clause.js';
import type { NamedRule } from '../../src/rule/rule.js';
import type { RuleSet } from '../../src/rule-set/load-rule-set.js';
import {
  createAnchor,
  escapeMarkdownText,
  renderReferencePage,
  renderReferenceTable,
  wrapCode,
} from './markdown-cells.js';

/** All rules, with a table for each suite. */
export function renderRulesPage({ rules, clauses }: RuleSet): string {
  const untested = clauses.filter((clause) => clause.untested !== undefined);
  const suites = [...new Set(rules.map(({ id }) => parseSuite(id)))].sort();
  return renderReferencePage([
    '# Rules',
    '`assay explain safety/get-does-not-change-the-item` prints all that is known of one rule: its clause, why it matters, a wrong and a right exchange, the fix, ' +
      'what the rule needs and assumes, and how to waive it. These tables are for finding a rule. The id of a rule is the heading of its table and its name: `safety/get-does-not-change-the-item`.',
    `${rules.length} rules in ${suites.length} suites check ${clauses.length - untested.length} of the ${clauses.length} clauses of [the convention](../../suites/convention.md). ` +
      '"Each" is the subject that a check is about, "Touches" the permission that the rule needs in `--permit`, "Needs" what the service must have; otherwise the rule is `not-applicable`.',
    ...suites.flatMap((suite) => [
      `## ${suite}`,
      renderReferenceTable(
        ['Rule', 'Promise', 'Clause', 'Level', 'Each', 'Touches', 'Needs'],
        rules.filter(({ id }) => parseSuite(id) === suite).map((rule) => renderRow(rule, clauses)),
      ),
    ]),
    '## Clauses without a rule',
    renderReferenceTable(
      ['Clause', 'Sentence', 'Why not'],
      untested.map(({ clause, sentence, untested: why = '' }) => [
        clause,
        escapeMarkdownText(sentence),
        escapeMarkdownText(why),
      ]),
    ),
  ]);
}

/** A link to the table of a rule, from the folder of the reference. */
export const linkRule = (id: string): string => `[${wrapCode(id)}](rules.md#${parseSuite(id)})`;

const parseSuite = (id: string): string => id.split('/')[0] ?? '';

const renderRow = ({ id, rule }: NamedRule, clauses: readonly Clause[]): string[] => [
  wrapCode(id.slice(id.indexOf('/') + 1)),
  escapeMarkdownText(rule.title),
  linkClause(rule.clause, clauses),
  rule.level,
  rule.per,
  rule.touches,
  escapeMarkdownText(rule.needs.map(({ name }) => name).join(', ')),
];

function linkClause(id: string, clauses: readonly Clause[]): string {
  const clause = clauses.find((one) => one.clause === id);
  if (clause === undefined) return id;
  const anchor = createAnchor(`${clause.clause} · ${clause.level} · ${clause.family}`);
  return `[${id}](../../suites/convention.md#${anchor})`;
}
