import { escapeRegExp } from '../../model/escapes.js';
import type { RecordedExchange, Report, Result } from '../../model/result/report.js';
import { groupBy } from '../../model/values/group-by.js';
import { verdictOrder } from '../judging/coverage.js';

/** The rule on requests that fail each time; in a whole run it yields to a violation that shows the same failure. */
const failureRule = 'responses/no-request-fails-each-time';

/** Returns one result for each rule and subject, from the results of all shards. */
export function joinResults(reports: readonly Report[]): Result[] {
  const all = reports.flatMap(({ results, run }) =>
    results.map((result) => ({ result, shard: run.shard?.index ?? 1 })),
  );
  const told = groupBy(all, ({ result }) => `${result.rule} ${result.subject}`);
  return explainFailures([...told.values()].flatMap(joinShardResults));
}

interface ShardResult {
  readonly result: Result;
  readonly shard: number;
}

/** The result of the shard that owns the check wins, unless another shard, which needed it for an assumption, found a violation. */
function joinShardResults(told: readonly ShardResult[]): Result[] {
  const own = told.filter(({ result }) => result.shard === undefined);
  const said = findGravest(own.length > 0 ? own : told);
  if (said === undefined) return [];
  if (own.length === 0 && said.result.verdict === 'not-run') return [markUntried(said)];
  const seen = told.find(({ result }) => result.verdict === 'violated');
  if (said.result.verdict === 'violated' || seen === undefined) return [buildWholeResult(said, [])];
  return [buildWholeResult(seen, [`in shard ${said.shard}, it was ${said.result.verdict}`])];
}

const findGravest = (told: readonly ShardResult[]): ShardResult | undefined =>
  verdictOrder.flatMap((word) => told.filter(({ result }) => result.verdict === word))[0];

/** A check that each shard left to another one, and that one did not find, was not run. */
function markUntried({ result: { shard, enable: _, ...result } }: ShardResult): Result {
  const why = `shard ${shard} was to check it, but did not find the subject; check it in a run of the whole plan`;
  return { ...result, verdict: 'inconclusive', cause: 'setup', why };
}

/** A result as in the merged report; exchange numbers are those of the shard's tape. */
function buildWholeResult(
  { result: { shard: _, notes = [], ...result }, shard }: ShardResult,
  more: readonly string[],
): Result {
  const tape = result.evidence === undefined ? [] : [`its exchange numbers refer to the tape of shard ${shard}`];
  const all = [...notes, ...more, ...tape];
  return { ...result, ...(all.length > 0 && { notes: all }) };
}

/**
 * Makes violations of the rule on failing requests inconclusive where another rule, in another shard, shows a failure of the
 * same operation: a whole run reports such a failure once.
 */
function explainFailures(results: readonly Result[]): Result[] {
  const others = results.filter(({ rule, verdict }) => verdict === 'violated' && rule !== failureRule);
  return results.map((result) => {
    if (result.rule !== failureRule || result.verdict !== 'violated') return result;
    const other = others.find(({ evidence }) => evidence?.exchanges.some((one) => isFailureOf(result.subject, one)));
    if (other === undefined) return result;
    const { evidence: _, number: __, foundAfter: ___, ...rest } = result;
    const why = `inconclusive until ${other.rule} [${other.subject}] is fixed: it shows the same failure`;
    return { ...rest, verdict: 'inconclusive', cause: `assumption:${other.rule}`, why };
  });
}

/** Whether an exchange is a failure of an operation: `PATCH /orders/{id}`. */
function isFailureOf(operation: string, { request, answer, silence }: RecordedExchange): boolean {
  const [method, template = ''] = operation.split(' ');
  const isFailure = (answer?.status ?? 0) >= 500 || silence !== undefined;
  if (!isFailure || request.method !== method) return false;
  const parts = template.split(/\{[^}]*\}/).map(escapeRegExp);
  return new RegExp(`${parts.join('[^/]+')}$`).test(request.url.replace(/[?#].*$/, ''));
}
