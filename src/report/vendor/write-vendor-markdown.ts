import type { Report } from '../../model/result/report.js';
import { escapeMarkdown, renderCodeSpan, renderFencedBlock } from '../markdown/escape-markdown.js';
import {
  countOctets,
  createFixedPart,
  createListPart,
  fitLines,
  fitMarkdownPage,
  type MarkdownPart,
} from '../markdown/page.js';
import { formatCount } from '../text/report-words.js';
import { listVendorFindings, type VendorFinding, type VendorPlace } from './vendor-findings.js';
import { describeScope, describeSources, describeVendorTitle, listTraces } from './vendor-words.js';

/** Maximum size, in octets: what trackers and forms of support accept. */
const maxOctets = 60_000;

/** Share of the findings for those with their proof; the rest is for the lines of the others. */
const proofShare = 0.85;

/** Renders the findings for the maintainers of the service, as text for a ticket or a mail. */
export function writeVendorMarkdown(report: Report): string {
  const sources = describeSources(report);
  const { shown, more } = listTraces(report);
  const traces = [
    ...shown.map(({ url, text }) => `- ${renderCodeSpan(url)}: ${escapeMarkdown(text)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
  const parts = [
    { part: createFixedPart(`# ${escapeMarkdown(describeVendorTitle(report))}`), share: 1 },
    { part: createFindingsPart(listVendorFindings(report)), share: 0.8 },
    { part: createListPart('Left in the service', traces, 'item'), share: 1 },
  ];
  const end = [
    `## What was checked`,
    describeScope(report, renderCodeSpan(report.target.baseUrl)),
    ...(sources ? [sources] : []),
  ];
  return fitMarkdownPage(parts, end.join('\n\n'), maxOctets);
}

/** The findings in full while they fit, then one line each, then their number. */
const createFindingsPart =
  (findings: readonly VendorFinding[]): MarkdownPart =>
  (room) => {
    const blocks = findings.map((finding, index) => renderFinding(finding, findings[index - 1]));
    const whole = fitLines(blocks, Math.floor(room * proofShare), () => omissionNote);
    if (whole.at(-1) !== omissionNote) return whole.join('\n\n');
    const rest = findings.slice(whole.length - 1).map(renderLine);
    const shown = whole.join('\n\n');
    const left = room - countOctets(shown) - 2;
    return `${shown}\n\n${fitLines(rest, left, (count) => `- and ${formatCount(count, 'more finding')}`).join('\n')}`;
  };

const omissionNote =
  '## Without their requests\n\nThe requests and responses of these are left out to limit the size. The sender has them.';

const renderLine = ({ level, headline, places }: VendorFinding): string =>
  `- ${numberPlaces(places)}, ${level}: ${escapeMarkdown(headline.slice(0, 300))}`;

const numberPlaces = (places: readonly VendorPlace[]): string =>
  `${places
    .slice(0, 10)
    .map(({ number }) => number)
    .join(', ')}${places.length > 10 ? `, … (${places.length})` : ''}`;

function renderFinding(finding: VendorFinding, before: VendorFinding | undefined): string {
  const { kind, level, headline, requirement, source, impact, fix, places } = finding;
  return [
    ...(before?.kind === kind ? [] : [`## ${kind}`]),
    `### ${numberPlaces(places)}\\. ${escapeMarkdown(headline)}`,
    `**${level}** ${escapeMarkdown(requirement)} (${escapeMarkdown(source)})`,
    ...(impact ? [`Impact: ${escapeMarkdown(impact)}`] : []),
    ...(fix ? [`Fix: ${escapeMarkdown(fix)}`] : []),
    ...places.flatMap((place) => renderPlace(place, places.length > 1)),
  ].join('\n\n');
}

function renderPlace({ number, operations, remarks, ...proof }: VendorPlace, isNumbered: boolean): string[] {
  const names = operations.map(renderCodeSpan).join(', ');
  return [
    `${isNumbered ? `**${number}\\.** ` : ''}Where: ${names}`,
    ...renderBlock('Expected', proof.expected, 'json'),
    ...renderBlock('Observed', proof.observed, 'json'),
    ...renderBlock('Requests and responses', proof.exchanges, 'http'),
    ...renderBlock('See it with curl', proof.commands, 'sh'),
    ...remarks.map(escapeMarkdown),
  ];
}

function renderBlock(name: string, lines: readonly string[], language: string): string[] {
  const [only] = lines;
  if (only === undefined) return [];
  const isInline = lines.length === 1 && language === 'json';
  return isInline ? [`${name}: ${renderCodeSpan(only)}`] : [`${name}:`, renderFencedBlock(lines, language)];
}
