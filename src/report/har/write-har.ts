import { listFindings } from '../../model/result/findings.js';
import type { Report } from '../../model/result/report.js';
import { renderJsonText } from '../json/json-text.js';
import { formatIdentity } from '../results/result-identity.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { getHeadline } from '../text/report-words.js';
import { createEntry } from './entry.js';

/**
 * Writes HAR 1.2 for tools that show or send HTTP: the exchanges of each violation, a page for each. The time of sending is
 * not recorded; entries are spaced by their durations, in order, from the start of the run.
 */
export function writeHar(report: Report): string {
  const violated = listFindings(report).map(({ result }) => result);
  const pages = violated.map((result, index) => ({
    startedDateTime: computeInstant(report, 0),
    id: `finding-${index + 1}`,
    title: escapeControlCharacters(`${formatIdentity(result)}: ${getHeadline(result)}`),
    pageTimings: {},
    comment: escapeControlCharacters(
      `${result.level} ${result.clause}: ${result.title}; reproduce: ${result.evidence?.replay ?? 'no evidence was recorded'}`,
    ),
  }));
  let elapsed = 0;
  const entries = violated.flatMap((result, index) =>
    (result.evidence?.exchanges ?? []).map((exchange) => {
      const startedDateTime = computeInstant(report, elapsed);
      elapsed += exchange.answer?.ms ?? 0;
      return { pageref: `finding-${index + 1}`, startedDateTime, ...createEntry(exchange, formatIdentity(result)) };
    }),
  );
  const creator = { name: report.kit.name, version: escapeControlCharacters(report.kit.version) };
  return renderJsonText({ log: { version: '1.2', creator, pages, entries, comment: createComment(report) } });
}

const createComment = ({ target }: Report): string =>
  escapeControlCharacters(
    `exchanges of the violations found at ${target.baseUrl}; secrets are redacted, times of sending are not recorded`,
  );

function computeInstant({ startedAt }: Report, elapsed: number): string {
  const start = Date.parse(startedAt);
  return new Date((Number.isNaN(start) ? 0 : start) + Math.round(elapsed)).toISOString();
}
