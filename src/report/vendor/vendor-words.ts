import { describeExtent } from '../../model/result/leftover.js';
import type { Report } from '../../model/result/report.js';
import { filterByVerdict } from '../results/group-results.js';
import { shorten } from '../text/escape-control-characters.js';
import { formatCount, formatTargetName } from '../text/report-words.js';
import { listVendorFindings } from './vendor-findings.js';

/** The title: what was tested, and what came of it. */
export function describeVendorTitle(report: Report): string {
  const count = countPlaces(report);
  return `${shorten(maxUrlLength, formatTargetName(report))}: ${count === 0 ? 'no findings' : formatCount(count, 'finding')}`;
}

const countPlaces = (report: Report): number =>
  listVendorFindings(report).reduce((sum, { places }) => sum + places.length, 0);

/** One paragraph on what was checked: how, how much, and what that does not show. The base URL is given as it is to be shown. */
export function describeScope(report: Report, baseUrl: string): string {
  const { run, traffic, requests, startedAt, coverage, results } = report;
  const { operations = [] } = coverage;
  const tried = operations.filter(({ statuses = [] }) => statuses.length > 0).length;
  const [held, violated, inconclusive, errored] = (['held', 'violated', 'inconclusive', 'errored'] as const).map(
    (verdict) => filterByVerdict(report, verdict).length,
  );
  const waived = results.filter((result) => result.verdict === 'violated' && result.waived).length;
  const open = (inconclusive ?? 0) + (errored ?? 0);
  return [
    traffic === undefined
      ? `On ${startedAt.slice(0, 10)}, ${formatCount(requests, 'request')} went to ${baseUrl}, allowed to ${effects[run.permit]}.`
      : `This was judged by ${formatCount(traffic.exchanges, 'recorded exchange')} with ${baseUrl}, without a request.`,
    `${formatCount((held ?? 0) + (violated ?? 0), 'check')} came to a result${operations.length > 0 ? `, on ${tried} of ${formatCount(operations.length, 'operation')}` : ''}: ${held} held in every case that was tried, ${violated} did not.`,
    ...(open > 0 ? [`${formatCount(open, 'further check')} came to no result.`] : []),
    ...(waived > 0 ? [`Not repeated here: ${formatCount(waived, 'finding')} already known.`] : []),
    ...(run.endedEarly ? ['The test ended before everything was tried.'] : []),
    'What was not tried can behave differently.',
  ].join(' ');
}

const effects: Readonly<Record<Report['run']['permit'], string>> = {
  reads: 'read only',
  writes: 'create and change test items of their own',
  deletes: 'create, change and remove test items of their own',
  floods: 'create, change and remove test items of their own, also at a high rate',
};

/** What the sources of the clauses are, where one is no standard; undefined where all are. */
export const describeSources = (report: Report): string | undefined =>
  listVendorFindings(report).some(({ source }) => source.includes('convention'))
    ? 'The source "convention" is common practice of resource-oriented HTTP services, not a standard. Where your documentation announces another behaviour, such a finding does not apply.'
    : undefined;

/** The addresses in the service where the test left or changed something, for the person who can remove it, and how many more there are. */
export function listTraces({ leftovers, harm = [] }: Report) {
  const traces = [
    ...harm.map(({ url, is, after }) => ({
      url,
      text: `an item of others, ${is} since ${after.replace(/ \(exchange \d+\)/, '')}`,
    })),
    ...leftovers.map((one) => ({ url: one.url, text: `${describeExtent(one) || 'a test item'}, not removed` })),
  ].map(({ url, text }) => ({ url: shorten(maxUrlLength, url), text: shorten(maxUrlLength, text) }));
  return { shown: traces.slice(0, maxTraces), more: Math.max(0, traces.length - maxTraces) };
}

const maxTraces = 20;
const maxUrlLength = 200;
