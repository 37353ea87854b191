import type { NamedRule } from '../../src/rule/rule.js';
import type { Law } from '../../src/rule-set/load-rule-set.js';
import { anchorOf, code, codes, page, plain, table } from './markdown-cells.js';

/** All rules in one table, in the order of their ids. */
export function rulesPage({ rules, clauses }: Law): string {
  const untested = clauses.filter((clause) => clause.untested !== undefined);
  return page([
    '# Rules',
    `${rules.length} rules in ${suitesOf(rules).length} suites judge ${clauses.length - untested.length} of the ${clauses.length} clauses of [the convention](../../suites/convention.md). ` +
      '`touches` is how far a rule goes: it is tried where `--permit` allows as much. `assay explain` tells the same of one rule.',
    ...suitesOf(rules).flatMap((suite) => [
      `## ${suite}`,
      table(
        ['Rule', 'Clause', 'Level', 'Family', 'Touches', 'Promise'],
        rules
          .filter(({ id }) => id.startsWith(`${suite}/`))
          .map(({ id, rule }) => [
            `[${code(id.slice(suite.length + 1))}](rules/${suite}.md#${anchorOf(claimOf(id))})`,
            rule.clause,
            rule.level,
            rule.family,
            rule.touches,
            plain(rule.title),
          ]),
      ),
    ]),
    '## Clauses that no rule judges',
    table(
      ['Clause', 'Sentence', 'Why not'],
      untested.map(({ clause, sentence, untested: why = '' }) => [clause, plain(sentence), plain(why)]),
    ),
  ]);
}

/** A page for each suite, by its name: its rules with all that is declared of them. */
export const suitePages = (law: Law): ReadonlyMap<string, string> =>
  new Map(suitesOf(law.rules).map((suite) => [suite, suitePage(suite, law)]));

/** A link to a rule, from the folder of the reference. */
export const linkTo = (id: string): string => `[${code(id)}](rules/${id.split('/')[0]}.md#${anchorOf(claimOf(id))})`;

const suitesOf = (rules: readonly NamedRule[]): string[] =>
  [...new Set(rules.map(({ id }) => id.split('/')[0] ?? ''))].sort();

const claimOf = (id: string): string => id.slice(id.indexOf('/') + 1);

const suitePage = (suite: string, law: Law): string =>
  page([
    `# Rules of ${suite}`,
    'All suites: [rules](../rules.md). What the words mean: [how a verdict is reached](../../verdicts.md).',
    ...law.rules.filter(({ id }) => id.startsWith(`${suite}/`)).flatMap((rule) => section(rule, law)),
  ]);

function section({ id, rule }: NamedRule, { clauses }: Law): string[] {
  const clause = clauses.find((one) => one.clause === rule.clause);
  const { needs, assumes = [], proof } = rule;
  const heading = clause && anchorOf(`${clause.clause} · ${clause.level} · ${clause.family}`);
  return [
    `## ${claimOf(id)}`,
    `${plain(rule.title)}.`,
    `> ${plain(clause?.sentence ?? '')}`,
    table(
      ['', ''],
      [
        ['Id', code(id)],
        [
          'Clause',
          heading
            ? `[${rule.clause}](../../../suites/convention.md#${heading}), from ${plain(clause.source)}`
            : rule.clause,
        ],
        ['Level, family, stage', `${rule.level}, ${rule.family}, ${rule.stage} since ${rule.since}`],
        ['One trial for each', rule.per],
        ['Touches', code(rule.touches)],
        ['Needs', needs.map(({ name, enable }) => `${plain(name)} (${plain(enable)})`).join('; ') || 'nothing'],
        ['Assumes', assumes.map((other) => linkTo(other).replace('(rules/', '(')).join(', ') || 'nothing'],
        ['When violated', plain(rule.otherwise)],
        ['Proven by faults', codes(proof.violatedBy) || 'none'],
        ['Silent in', codes(proof.silentIn) || 'every dialect that the matrix tries'],
      ],
    ),
  ];
}
