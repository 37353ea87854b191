import type { Report, Result } from '../../model/result/report.js';
import { escapeMarkdown, renderCodeSpan } from '../markdown/escape-markdown.js';
import { findClause, getSuite } from '../results/group-results.js';
import { listRfcLinks } from '../results/rfc-links.js';
import { classifyViolation, type ViolationLevel } from '../results/violation-level.js';
import { escapeControlCharacters, shorten } from '../text/escape-control-characters.js';
import { renderMessage } from './message-text.js';

/** SARIF's names for the severity of a violation. */
export const sarifLevels: Readonly<Record<ViolationLevel, string>> = {
  closes: 'error',
  warns: 'warning',
  notes: 'note',
};

/** GitHub's names for the severity of findings that are not security alerts. */
const severities: Readonly<Record<ViolationLevel, string>> = {
  closes: 'error',
  warns: 'warning',
  notes: 'recommendation',
};

/** Describes a rule from the first of its results: its title, its clause, and where to read more. */
export function createDescriptor(result: Result, report: Report) {
  const { rule, title, level, family, stage, clause } = result;
  const weight = classifyViolation({ ...result, verdict: 'violated' }, report);
  const links = listRfcLinks(findClause(report, result)?.source ?? '');
  return {
    id: escapeControlCharacters(rule),
    name: shorten(255, escapeControlCharacters(rule)),
    shortDescription: { text: renderMessage([title], 1000) },
    fullDescription: { text: renderMessage([renderSentence(result, report)], 1000) },
    help: { text: renderMessage(renderHelp(result, report)), markdown: renderMarkdownHelp(result, report) },
    ...(links[0] && { helpUri: links[0].url }),
    defaultConfiguration: { level: sarifLevels[weight] },
    properties: {
      tags: [
        ...new Set(
          [getSuite(result), level, `${family} family`, clause].map((tag) =>
            shorten(100, escapeControlCharacters(tag)),
          ),
        ),
      ],
      precision: stage === 'stable' ? 'very-high' : 'medium',
      'problem.severity': severities[weight],
    },
  };
}

const renderSentence = (result: Result, report: Report): string => {
  const clause = findClause(report, result);
  return clause ? `${clause.clause}: ${clause.sentence}` : `${result.clause}: ${result.title}`;
};

function renderHelp(result: Result, report: Report): string[] {
  const source = findClause(report, result)?.source;
  return [
    `${result.level}: ${result.title}.`,
    renderSentence(result, report),
    ...(source === undefined ? [] : [`Source: ${source}`]),
    `For the clause and its reason: assay explain ${result.rule}`,
  ];
}

function renderMarkdownHelp(result: Result, report: Report): string {
  const clause = findClause(report, result);
  const links = listRfcLinks(clause?.source ?? '').map(({ name, url }) => `[${escapeMarkdown(name)}](${url})`);
  return [
    `**${result.level}**: ${escapeMarkdown(result.title)}.`,
    clause
      ? `> ${renderCodeSpan(clause.clause)} ${escapeMarkdown(clause.sentence)}`
      : `Clause ${renderCodeSpan(result.clause)}.`,
    ...(clause ? [`Source: ${escapeMarkdown(clause.source)}`] : []),
    ...(links.length > 0 ? [`Read: ${links.join(', ')}`] : []),
    `For the clause and its reason: ${renderCodeSpan(`assay explain ${result.rule}`)}`,
  ].join('\n\n');
}
