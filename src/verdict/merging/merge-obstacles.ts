import type { Report } from '../../model/result/report.js';
import { getShardIndex, type ReportPart } from './merge.js';

/** Lists why reports cannot be merged: one line for each conflict, with the report. Empty if they can. */
export function findMergeObstacles(parts: readonly ReportPart[]): string[] {
  const whole = parts.filter(({ report }) => report.run.shard === undefined);
  if (whole.length > 0) return whole.map(({ name }) => `${name} is not a shard: it is the report of a whole run`);
  const [first, ...others] = parts;
  if (first === undefined) return ['there is nothing to merge'];
  const unlike = others.flatMap((other) => listTraitDifferences(first, other));
  return unlike.length > 0 ? unlike : [...listOverlaps(parts), ...listMissingShards(parts)];
}

/** What all shards of one run have in common. */
const sharedTraits: readonly (readonly [name: string, of: (report: Report) => unknown])[] = [
  ['the version of assay', ({ kit }) => kit.version],
  ['the name of the service', (report) => (isDemo(report) ? '' : report.target.name)],
  ['the base URL', (report) => (isDemo(report) ? '' : report.target.baseUrl)],
  ['the demo', ({ run }) => run.demo ?? {}],
  ['the seed', ({ seed }) => seed],
  ['the permission', ({ run }) => run.permit],
  ['the number of cases', ({ run }) => run.cases],
  ['--strict', ({ run }) => run.strict],
  ['--fail-on', ({ run }) => run.failOn?.join(' ')],
  ['--except', ({ run }) => run.except?.join(' ')],
  ['--only', ({ run }) => run.only],
  ['the number of shards', ({ run }) => run.shard?.total],
  ['the plan', ({ run }) => run.shard?.planDigest],
  ['the known failures', ({ waivers = [] }) => waivers.map(({ standing: _, where: __, ...waiver }) => waiver)],
];

/** Each run of the demo uses another port. */
const isDemo = ({ run }: Report): boolean => run.demo !== undefined;

const listTraitDifferences = (one: ReportPart, other: ReportPart): string[] =>
  sharedTraits.flatMap(([name, of]) => {
    const [here, there] = [JSON.stringify(of(one.report)), JSON.stringify(of(other.report))];
    return here === there ? [] : [`${name} differs: ${here} in ${one.name}, ${there} in ${other.name}`];
  });

function listOverlaps(parts: readonly ReportPart[]): string[] {
  return parts.flatMap(({ name, report }, at) => {
    const twin = parts.slice(0, at).find((other) => getShardIndex(other.report) === getShardIndex(report));
    return twin ? [`${twin.name} and ${name} are both shard ${getShardIndex(report)}`] : [];
  });
}

function listMissingShards(parts: readonly ReportPart[]): string[] {
  const total = parts[0]?.report.run.shard?.total ?? 0;
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter(
    (index) => !parts.some(({ report }) => getShardIndex(report) === index),
  );
  if (missing.length === 0) return [];
  return [
    `shard${missing.length === 1 ? '' : 's'} ${missing.join(', ')} of ${total} ${missing.length === 1 ? 'is' : 'are'} missing`,
  ];
}
