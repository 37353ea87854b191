import { faults } from '../../src/demo/start-demo.js';
import type { Clause } from '../../src/model/result/clause.js';
import type { NamedRule } from '../../src/rule/rule.js';
import type { RuleSet } from '../../src/rule-set/load-rule-set.js';
import {
  createAnchor,
  escapeMarkdownText,
  joinCodes,
  renderReferencePage,
  renderReferenceTable,
  wrapCode,
} from './markdown-cells.js';

/** All rules in one table, sorted by id. */
export function renderRulesPage({ rules, clauses }: RuleSet): string {
  const untested = clauses.filter((clause) => clause.untested !== undefined);
  return renderReferencePage([
    '# Rules',
    `${rules.length} rules in ${listSuites(rules).length} suites check ${clauses.length - untested.length} of the ${clauses.length} clauses of [the convention](../../suites/convention.md).` +
      '`touches` is the permission that a rule needs in `--permit`. `assay explain` prints the same for one rule.',
    ...listSuites(rules).flatMap((suite) => [
      `## ${suite}`,
      renderReferenceTable(
        ['Rule', 'Clause', 'Level', 'Family', 'Touches', 'Promise'],
        rules
          .filter(({ id }) => id.startsWith(`${suite}/`))
          .map(({ id, rule }) => [
            `[${wrapCode(id.slice(suite.length + 1))}](rules/${suite}.md#${createAnchor(parseClaim(id))})`,
            rule.clause,
            rule.level,
            rule.family,
            rule.touches,
            escapeMarkdownText(rule.title),
          ]),
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

/** A page for each suite, by its name, with all declarations of its rules. */
export const renderSuitePages = (law: RuleSet): ReadonlyMap<string, string> =>
  new Map(listSuites(law.rules).map((suite) => [suite, renderSuitePage(suite, law)]));

/** A link to a rule, from the folder of the reference. */
export const linkRule = (id: string): string =>
  `[${wrapCode(id)}](rules/${id.split('/')[0]}.md#${createAnchor(parseClaim(id))})`;

const listSuites = (rules: readonly NamedRule[]): string[] =>
  [...new Set(rules.map(({ id }) => id.split('/')[0] ?? ''))].sort();

const parseClaim = (id: string): string => id.slice(id.indexOf('/') + 1);

const renderSuitePage = (suite: string, law: RuleSet): string =>
  renderReferencePage([
    `# Rules of ${suite}`,
    'All suites: [rules](../rules.md). The terms: [how a verdict is reached](../../verdicts.md).',
    ...law.rules.filter(({ id }) => id.startsWith(`${suite}/`)).flatMap((rule) => renderSection(rule, law)),
  ]);

function renderSection({ id, rule }: NamedRule, { clauses }: RuleSet): string[] {
  const clause = clauses.find((one) => one.clause === rule.clause);
  const { needs, assumes = [], proof } = rule;
  const heading = clause && createAnchor(`${clause.clause} · ${clause.level} · ${clause.family}`);
  return [
    `## ${parseClaim(id)}`,
    `${escapeMarkdownText(rule.title)}.`,
    `> ${escapeMarkdownText(clause?.sentence ?? '')}`,
    renderReferenceTable(
      ['', ''],
      [
        ['Id', wrapCode(id)],
        [
          'Clause',
          heading
            ? `[${rule.clause}](../../../suites/convention.md#${heading}), from ${escapeMarkdownText(clause.source)}`
            : rule.clause,
        ],
        ['Level, family, stage', `${rule.level}, ${rule.family}, ${rule.stage} since ${rule.since}`],
        ['One trial for each', rule.per],
        ['Touches', wrapCode(rule.touches)],
        [
          'Needs',
          needs.map(({ name, enable }) => `${escapeMarkdownText(name)} (${escapeMarkdownText(enable)})`).join('; ') ||
            'nothing',
        ],
        ['Assumes', assumes.map((other) => linkRule(other).replace('(rules/', '(')).join(', ') || 'nothing'],
        ['When violated', escapeMarkdownText(rule.otherwise)],
        [
          'Proven by faults',
          joinCodes(faults.filter(({ violates }) => violates.includes(id)).map(({ name }) => name)) || 'none',
        ],
        ['Silent in', joinCodes(proof.silentIn) || 'every dialect that the matrix tries'],
      ],
    ),
    ...(clause ? renderExplanation(clause) : []),
  ];
}

/** Why the clause matters, an exchange that violates it, the correct one, and the fix. */
const renderExplanation = ({ why, wrong, right, fix }: Clause): string[] => [
  ...(why ? [`Why: ${escapeMarkdownText(why)}`] : []),
  ...(wrong ? ['Wrong:', renderHttpBlock(wrong)] : []),
  ...(right ? ['Right:', renderHttpBlock(right)] : []),
  ...(fix ? [`Fix: ${escapeMarkdownText(fix)}`] : []),
];

const renderHttpBlock = (exchanges: string): string => `\`\`\`http\n${exchanges}\n\`\`\``;
