import type { Report, Result } from '../../model/result/report.js';
import { jsonText } from '../json/json-text.js';
import { placeOf } from '../results/report-location.js';
import { findings } from '../results/violation-level.js';
import { visible } from '../text/escape-control-characters.js';
import { words } from '../text/report-words.js';
import { invocation } from './invocation.js';
import { sarifResult } from './results.js';
import { descriptor } from './rules.js';

/** How much a file may hold. */
export interface SarifLimits {
  readonly results: number;
  readonly rules: number;
  readonly octets: number;
}

/** GitHub refuses more than 25,000 results and, compressed, more than 10 MB; nobody reads more than 5,000 rules. */
export const githubLimits: SarifLimits = { results: 25_000, rules: 5_000, octets: 9_500_000 };

/**
 * For code scanning (SARIF 2.1.0): what was violated and nobody waived. GitHub opens an alert for whatever stands among
 * the results, whether it passed or was suppressed; so the rest is told in notifications, or in `sarif-full`.
 * The category is left to whoever uploads: one that stood here would win over theirs.
 */
export const writeSarif = (report: Report, root?: string, limits = githubLimits): string =>
  fitting({ report, root, limits }, findings(report));

/** Every verdict with its kind, waived ones as suppressed: for viewers and stores that know kinds and suppressions. */
export function writeFullSarif(report: Report, root?: string, limits = githubLimits): string {
  const waived = report.results.filter((result) => result.verdict === 'violated' && result.waived);
  const rest = words.filter((word) => word !== 'violated');
  const others = rest.flatMap((word) => report.results.filter(({ verdict }) => verdict === word));
  return fitting({ report, root, limits }, [...findings(report), ...waived, ...others]);
}

interface Order {
  readonly report: Report;
  readonly root: string | undefined;
  readonly limits: SarifLimits;
}

/** Leaves out first what is nice to have, then results from the end, where the lightest are. */
function fitting(order: Order, results: readonly Result[]): string {
  const { limits } = order;
  let kept = Math.min(results.length, limits.results);
  let text = log(order, results, kept, false);
  for (let isBrief = false; Buffer.byteLength(text) > limits.octets && kept > 0; isBrief = true) {
    if (isBrief) kept = Math.floor(kept * Math.min(0.9, (0.9 * limits.octets) / Buffer.byteLength(text)));
    text = log(order, results, kept, true);
  }
  return text;
}

function log({ report, root, limits }: Order, all: readonly Result[], kept: number, isBrief: boolean): string {
  const wanted = all.slice(0, kept);
  const described = ruleList(report, wanted).slice(0, limits.rules);
  const order = new Map(described.map(({ rule }, index) => [rule, index]));
  const results = wanted.filter(({ rule }) => order.has(rule));
  const setting = { report, place: placeOf(report, root), indexOf: (rule: string) => order.get(rule) ?? -1, isBrief };
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: driver(report, described) },
        invocations: [invocation(report, all.length - results.length)],
        columnKind: 'utf16CodeUnits',
        results: results.map((result) => sarifResult(result, setting)),
      },
    ],
  });
}

/** One result of each rule, those first that have something to tell. */
function ruleList({ results }: Report, wanted: readonly Result[]): Result[] {
  const first = new Map<string, Result>();
  for (const result of [...wanted, ...results]) if (!first.has(result.rule)) first.set(result.rule, result);
  return [...first.values()];
}

const driver = (report: Report, described: readonly Result[]): Record<string, unknown> => ({
  name: report.kit.name,
  version: visible(report.kit.version),
  ...(/^\d+\.\d+\.\d+/.test(report.kit.version) && { semanticVersion: visible(report.kit.version) }),
  rules: described.map((result) => descriptor(result, report)),
});
