import type { Report, Result, Verdict } from '../../model/result/report.js';

/** One result for each rule and subject, out of those of all shards. */
export function joinResults(reports: readonly Report[]): Result[] {
  const told = new Map<string, ShardResult[]>();
  for (const report of reports) {
    for (const result of report.results) {
      const key = `${result.rule} ${result.subject}`;
      told.set(key, [...(told.get(key) ?? []), { result, shard: report.run.shard?.index ?? 1 }]);
    }
  }
  return [...told.values()].flatMap(joinShardResults);
}

/** What one shard says of a rule and a subject. */
interface ShardResult {
  readonly result: Result;
  readonly shard: number;
}

/** The shard to which a trial belongs has the word, unless another one, where it was only rested on, saw it violated. */
function joinShardResults(told: readonly ShardResult[]): Result[] {
  const own = told.filter(({ result }) => result.shard === undefined);
  const said = findGravest(own.length > 0 ? own : told);
  if (said === undefined) return [];
  if (own.length === 0 && said.result.verdict === 'not-run') return [markUntried(said)];
  const seen = told.find(({ result }) => result.verdict === 'violated');
  if (said.result.verdict === 'violated' || seen === undefined) return [buildWholeResult(said, [])];
  return [buildWholeResult(seen, [`in shard ${said.shard}, it was ${said.result.verdict}`])];
}

const verdictOrder: readonly Verdict[] = ['errored', 'violated', 'inconclusive', 'held', 'not-run', 'not-applicable'];

const findGravest = (told: readonly ShardResult[]): ShardResult | undefined =>
  verdictOrder.flatMap((word) => told.filter(({ result }) => result.verdict === word))[0];

/** What each shard left to another one, and that one never met, was to be tried and was not. */
function markUntried({ result: { shard, enable: _, ...result } }: ShardResult): Result {
  const why = `shard ${shard} was to try it, and did not meet it; try it in a run of the whole plan`;
  return { ...result, verdict: 'inconclusive', cause: 'setup', why };
}

/** A result as it stands in the whole; exchanges are numbered by the tape of their own shard. */
function buildWholeResult(
  { result: { shard: _, notes = [], ...result }, shard }: ShardResult,
  more: readonly string[],
): Result {
  const tape =
    result.evidence === undefined ? [] : [`the numbers of its exchanges are those on the tape of shard ${shard}`];
  const all = [...notes, ...more, ...tape];
  return { ...result, ...(all.length > 0 && { notes: all }) };
}
