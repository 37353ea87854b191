import type { Report } from '../../model/result/report.js';
import { jsonText } from '../json/json-text.js';
import { withVerdict } from '../results/group-results.js';
import { identityOf } from '../results/result-identity.js';
import { visible } from '../text/escape-control-characters.js';
import { headline } from '../text/report-words.js';
import { entry } from './entry.js';

/**
 * For tools that show or send HTTP (HAR 1.2): the exchanges that show each violation, a page for each. When they were
 * sent is not recorded; they are spaced by how long they took, in their order, from the start of the run.
 */
export function writeHar(report: Report): string {
  const violated = withVerdict(report, 'violated');
  const pages = violated.map((result, index) => ({
    startedDateTime: instant(report, 0),
    id: `finding-${index + 1}`,
    title: visible(`${identityOf(result)}: ${headline(result)}`),
    pageTimings: {},
    comment: visible(
      `${result.level} ${result.clause}: ${result.title}; again: ${result.evidence?.replay ?? 'no evidence was kept'}`,
    ),
  }));
  let elapsed = 0;
  const entries = violated.flatMap((result, index) =>
    (result.evidence?.exchanges ?? []).map((exchange) => {
      const startedDateTime = instant(report, elapsed);
      elapsed += exchange.answer?.ms ?? 0;
      return { pageref: `finding-${index + 1}`, startedDateTime, ...entry(exchange, identityOf(result)) };
    }),
  );
  const creator = { name: report.kit.name, version: visible(report.kit.version) };
  return jsonText({ log: { version: '1.2', creator, pages, entries, comment: comment(report) } });
}

const comment = ({ target }: Report): string =>
  visible(
    `what shows the violations found at ${target.baseUrl}; secrets are redacted, times of sending are not recorded`,
  );

function instant({ startedAt }: Report, elapsed: number): string {
  const start = Date.parse(startedAt);
  return new Date((Number.isNaN(start) ? 0 : start) + Math.round(elapsed)).toISOString();
}
