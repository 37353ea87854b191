import type { Report } from '../../model/result/report.js';
import { isMustDecided } from '../gate.js';

/** Lists why two reports cannot be compared: different services, or incompatible versions. */
export function findComparisonObstacles(before: Report, after: Report): string[] {
  const isDemo = before.run.demo !== undefined && after.run.demo !== undefined;
  const [old, now] = [before.target, after.target];
  const kits = [before.kit.version, after.kit.version];
  const isSame = isDemo || old.name === now.name || old.baseUrl === now.baseUrl;
  return [
    ...(isSame
      ? []
      : [`they are about different services: ${old.name} at ${old.baseUrl}, and ${now.name} at ${now.baseUrl}`]),
    ...(getMajorVersion(kits[0]) === getMajorVersion(kits[1])
      ? []
      : [`they come from different major versions of assay: ${kits.join(' and ')}`]),
  ];
}

/** Lists why the new report cannot show progress: its run did not complete, or had no verdict. */
export function findShortcomings({ gate, results }: Report): string[] {
  const why = gate.reasons.at(-1);
  if (gate.exit > 1) return [`the new run did not complete (exit ${gate.exit})${why ? `: ${why}` : ''}`];
  return isMustDecided(results)
    ? []
    : ['no MUST rule of the convention could be checked in the new run: none held, and none was violated'];
}

/** Lists differences between two runs that can explain why their reports differ. */
export function listRunDifferences(before: Report, after: Report): string[] {
  const told = comparedTraits.flatMap(([name, of]) => {
    const [old, now] = [of(before), of(after)].map((value) => (value === undefined ? 'none' : String(value)));
    return old === now ? [] : [`${name}: ${old}, then ${now}`];
  });
  const ends = [before, after].flatMap(({ run }, index) =>
    run.endedEarly === undefined ? [] : [`the ${index === 0 ? 'old' : 'new'} run ended early: ${run.endedEarly}`],
  );
  return [...told, ...ends];
}

type ReportTrait = readonly [name: string, of: (report: Report) => string | number | boolean | undefined];

const comparedTraits: readonly ReportTrait[] = [
  ['base URL', ({ target, run }) => (run.demo ? 'a demo' : target.baseUrl)],
  ['version of the service', ({ target }) => target.version],
  ['version of assay', ({ kit }) => kit.version],
  ['permission', ({ run }) => run.permit],
  ['seed', ({ seed }) => seed],
  ['cases', ({ run }) => run.cases],
  ['--only', ({ run }) => (run.only.length > 0 ? run.only.join(' ') : undefined)],
  ['--strict', ({ run }) => run.strict],
  ['--fail-on', ({ run }) => run.failOn?.join(' ')],
  ['--except', ({ run }) => run.except?.join(' ')],
  ['shard', ({ run }) => run.shard && `${run.shard.index} of ${run.shard.total}`],
  ['choices', ({ dialects }) => (dialects.length > 0 ? dialects.join('; ') : undefined)],
];

const getMajorVersion = (version: string | undefined): string => version?.split('.', 1)[0] ?? '';
