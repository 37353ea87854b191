import type { Report } from '../../model/result/report.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { renderCommentHead } from './comment-head.js';
import { renderDetails } from './escape-markdown.js';
import { createOperationsPart } from './operations.js';
import { createFixedPart, fitMarkdownPage } from './page.js';
import { createGateReasonsPart, createVerdictsPart, renderSummary, renderVerdictCounts } from './summary.js';
import { createCoveragePart, createNoteParts, createUncheckedPart, createUndecidedParts } from './undecided.js';
import { createViolationsPart } from './violations.js';

/** GitHub's maximum size of the summary of a step, in octets. */
const maxSummaryOctets = 1024 * 1024;
/** GitHub's maximum length of a comment, in characters; the length in octets is never smaller. */
const maxCommentLength = 65_536;

/** For job summaries and vendors: the result first, each violation with its evidence folded, then checks without a conclusion. */
export const writeMarkdown = (report: Report): string => renderParts(report, maxSummaryOctets);

/**
 * For pull requests and job summaries: the answer in at most 40 lines, the rest folded; omitted parts are counted. The first
 * line is invisible: by it a comment is found again, and updated.
 */
export function writeComment(report: Report): string {
  const head = renderCommentHead(report);
  const room = maxCommentLength - Buffer.byteLength(head) - Buffer.byteLength(renderDetails(detailsTitle, '')) - 2;
  return `${head}\n\n${renderDetails(detailsTitle, renderParts(report, room))}\n`;
}

const detailsTitle = 'The whole report';

function renderParts(report: Report, most: number): string {
  const parts = [
    { part: createFixedPart(renderSummary(report)), share: 1 },
    { part: createGateReasonsPart(report), share: 0.15 },
    { part: createFixedPart(renderVerdictCounts(report)), share: 1 },
    { part: createViolationsPart(report), share: 0.7 },
    ...createUndecidedParts(report).map((part) => ({ part, share: 0.8 })),
    { part: createUncheckedPart(report), share: 0.85 },
    ...createNoteParts(report).map((part) => ({ part, share: 0.9 })),
    { part: createVerdictsPart(report), share: 0.95 },
    { part: createOperationsPart(report), share: 0.97 },
    { part: createCoveragePart(report), share: 1 },
  ];
  return fitMarkdownPage(
    parts,
    `${report.kit.name} ${escapeControlCharacters(report.kit.version)}, started ${escapeControlCharacters(report.startedAt)}`,
    most,
  );
}
