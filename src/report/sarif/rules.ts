import type { Report, Result } from '../../model/result/report.js';
import { code, prose } from '../markdown/escape-markdown.js';
import { clauseOf, suiteOf } from '../results/group-results.js';
import { rfcLinks } from '../results/rfc-links.js';
import { type Weight, weightOf } from '../results/violation-level.js';
import { visible } from '../text/escape-control-characters.js';
import { brief } from '../text/shorten.js';
import { message } from './message-text.js';

/** A rule as `reportingDescriptor` (SARIF 2.1.0 §3.49). */
export interface Descriptor {
  readonly id: string;
  readonly [member: string]: unknown;
}

/** What SARIF calls the weight of a violation. */
export const levels: Readonly<Record<Weight, string>> = { closes: 'error', warns: 'warning', notes: 'note' };

/** How GitHub sorts findings that are no security alerts. */
const severities: Readonly<Record<Weight, string>> = { closes: 'error', warns: 'warning', notes: 'recommendation' };

/** A rule described from the first of its results: what it promises, of which sentence it comes, where to read more. */
export function descriptor(result: Result, report: Report): Descriptor {
  const { rule, title, level, family, stage, clause } = result;
  const weight = weightOf({ ...result, verdict: 'violated' }, report);
  const links = rfcLinks(clauseOf(report, result)?.source ?? '');
  return {
    id: visible(rule),
    name: brief(255, visible(rule)),
    shortDescription: { text: message([title], 1000) },
    fullDescription: { text: message([sentence(result, report)], 1000) },
    help: { text: message(helpLines(result, report)), markdown: markdown(result, report) },
    ...(links[0] && { helpUri: links[0].url }),
    defaultConfiguration: { level: levels[weight] },
    properties: {
      tags: [...new Set([suiteOf(result), level, `${family} family`, clause].map((tag) => brief(100, visible(tag))))],
      precision: stage === 'stable' ? 'very-high' : 'medium',
      'problem.severity': severities[weight],
    },
  };
}

const sentence = (result: Result, report: Report): string => {
  const clause = clauseOf(report, result);
  return clause ? `${clause.clause}: ${clause.sentence}` : `${result.clause}: ${result.title}`;
};

function helpLines(result: Result, report: Report): string[] {
  const source = clauseOf(report, result)?.source;
  return [
    `${result.level}: ${result.title}.`,
    sentence(result, report),
    ...(source === undefined ? [] : [`Source: ${source}`]),
    `More, with the clause and its reason: assay explain ${result.rule}`,
  ];
}

function markdown(result: Result, report: Report): string {
  const clause = clauseOf(report, result);
  const links = rfcLinks(clause?.source ?? '').map(({ name, url }) => `[${prose(name)}](${url})`);
  return [
    `**${result.level}**: ${prose(result.title)}.`,
    clause ? `> ${code(clause.clause)} ${prose(clause.sentence)}` : `Clause ${code(result.clause)}.`,
    ...(clause ? [`Source: ${prose(clause.source)}`] : []),
    ...(links.length > 0 ? [`Read: ${links.join(', ')}`] : []),
    `More, with the clause and its reason: ${code(`assay explain ${result.rule}`)}`,
  ].join('\n\n');
}
