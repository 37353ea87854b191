import type { Report, Result, Word } from '../../model/result/report.js';

/** One result for each rule and subject, out of those of all shards. */
export function union(reports: readonly Report[]): Result[] {
  const told = new Map<string, Told[]>();
  for (const report of reports) {
    for (const result of report.results) {
      const key = `${result.rule} ${result.subject}`;
      told.set(key, [...(told.get(key) ?? []), { result, shard: report.run.shard?.index ?? 1 }]);
    }
  }
  return [...told.values()].flatMap(joined);
}

/** What one shard says of a rule and a subject. */
interface Told {
  readonly result: Result;
  readonly shard: number;
}

/** The shard to which a trial belongs has the word, unless another one, where it was only rested on, saw it violated. */
function joined(told: readonly Told[]): Result[] {
  const own = told.filter(({ result }) => result.shard === undefined);
  const said = gravest(own.length > 0 ? own : told);
  if (said === undefined) return [];
  if (own.length === 0 && said.result.verdict === 'not-run') return [orphaned(said)];
  const seen = told.find(({ result }) => result.verdict === 'violated');
  if (said.result.verdict === 'violated' || seen === undefined) return [bare(said, [])];
  return [bare(seen, [`in shard ${said.shard}, it was ${said.result.verdict}`])];
}

const order: readonly Word[] = ['errored', 'violated', 'inconclusive', 'held', 'not-run', 'not-applicable'];

const gravest = (told: readonly Told[]): Told | undefined =>
  order.flatMap((word) => told.filter(({ result }) => result.verdict === word))[0];

/** What each shard left to another one, and that one never met, was to be tried and was not. */
function orphaned({ result: { shard, enable: _, ...result } }: Told): Result {
  const why = `shard ${shard} was to try it, and did not meet it; try it in a run of the whole plan`;
  return { ...result, verdict: 'inconclusive', cause: 'setup', why };
}

/** A result as it stands in the whole; exchanges are numbered by the tape of their own shard. */
function bare({ result: { shard: _, notes = [], ...result }, shard }: Told, more: readonly string[]): Result {
  const tape =
    result.evidence === undefined ? [] : [`the numbers of its exchanges are those on the tape of shard ${shard}`];
  const all = [...notes, ...more, ...tape];
  return { ...result, ...(all.length > 0 && { notes: all }) };
}
