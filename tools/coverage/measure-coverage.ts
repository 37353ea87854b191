import { dryRunAudit } from '../../src/audit/dry-run.js';
import { listPlannedOperations } from '../../src/plan/operation-coverage.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { indexRules } from '../../src/rule/rules-by-id.js';

/** How much of a documented service the kit would call. */
export interface DocumentCoverage {
  readonly document: string;
  readonly operations: number;
  /** Number of operations that at least one rule calls. */
  readonly called: number;
  /** Median number of rules per operation. */
  readonly median: number;
  /** Operations that no rule calls, with the reason. */
  readonly uncalled: readonly string[];
}

/**
 * Plans an audit from an OpenAPI document alone, with every permission, and counts the operations that it calls. Throws
 * DocumentError when the document cannot be read.
 */
export async function measureCoverage(document: string, cwd: string): Promise<DocumentCoverage> {
  const given = { baseUrl: 'http://localhost', openapi: document, permit: 'floods', cwd, env: {} } as const;
  const { survey, trials, rules } = await dryRunAudit(await loadProfile(given), { isOffline: true });
  const operations = listPlannedOperations(survey.resources, trials, indexRules(rules));
  return {
    document,
    operations: operations.length,
    called: operations.filter((one) => one.rules.length > 0).length,
    median: computeMedian(operations.map((one) => one.rules.length)),
    uncalled: operations
      .filter((one) => one.rules.length === 0)
      .map(({ method, path, why }) => `${method} ${path}: ${why ?? 'no rule applies'}`),
  };
}

function computeMedian(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Renders the coverage of documents as a Markdown table, with a total and with the operations that no rule calls. */
export function renderCoverage(all: readonly DocumentCoverage[]): string {
  const total = all.reduce((sum, one) => sum + one.operations, 0);
  const called = all.reduce((sum, one) => sum + one.called, 0);
  return [
    '| Document | Operations | Called | Median of rules per operation |',
    '| --- | ---: | ---: | ---: |',
    ...all.map((one) => `| ${one.document} | ${one.operations} | ${one.called} | ${one.median} |`),
    `| total | ${total} | ${called} (${formatShare(called, total)}) | ${Math.min(...all.map(({ median }) => median))} at least |`,
    ...all.flatMap(({ document, uncalled }) => uncalled.map((why) => `${document}: not called: ${why}`)),
    '',
  ].join('\n');
}

const formatShare = (part: number, whole: number): string =>
  whole === 0 ? 'none documented' : `${((100 * part) / whole).toFixed(1)} %`;
