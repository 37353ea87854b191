import type { FleetTarget } from '../../profile/fleet/fleet.js';
import type { ResolvedTarget } from '../../profile/fleet/resolve-target.js';

/** The formats of the report of each target. The fleet report is built from JSON, and links to HTML. */
export const listFormats = (formats: readonly string[] = ['html']): string[] => [...new Set(['json', ...formats])];

/** The arguments of `assay run` for a target. Nothing in them is a credential: other users can read them. */
export function listRunArguments(target: FleetTarget, out: string, formats: readonly string[]): string[] {
  const { seed, cases, maxRequests, maxSeconds, concurrency } = target;
  const numbers = { seed, cases, 'max-requests': maxRequests, 'max-time': maxSeconds, concurrency };
  const { permit, baseline, rate, openapi, failOn } = target;
  const texts = { permit, baseline, rate, openapi, 'fail-on': failOn?.join(',') };
  return [
    ...['run', '--quiet', '--yes', '--out', out, '--format', formats.join(',')],
    ...listAccessArguments(target),
    ...Object.entries({ ...texts, ...numbers }).flatMap(([flag, value]) =>
      value === undefined ? [] : [`--${flag}=${value}`],
    ),
    ...(target.strict ? ['--strict'] : []),
    ...(target.collections ?? []).map((path) => `--collection=${path}`),
    ...(target.only ?? []).map((glob) => `--only=${glob}`),
    ...(target.except ?? []).map((glob) => `--except=${glob}`),
    ...(target.rules ?? []).map((folder) => `--rules=${folder}`),
  ];
}

/** The arguments of `assay clean` for the ledgers of a target. */
export const listCleanArguments = (target: FleetTarget, out: string): string[] => [
  'clean',
  out,
  ...listAccessArguments(target),
];

const listAccessArguments = ({ profile, tokenEnv, authFile }: FleetTarget): string[] =>
  Object.entries({ profile, 'token-env': tokenEnv, 'auth-file': authFile }).flatMap(([flag, value]) =>
    value === undefined ? [] : [`--${flag}=${value}`],
  );

/** Variables that only the commands of fleets read; the address of a queue can contain a password. */
const fleetVariables = ['ASSAY_QUEUE', 'ASSAY_INDEX', 'ASSAY_OF', 'ASSAY_TARGET', 'ASSAY_GROUP'];

/** The variables of an audit: those of this process, and those of the profile by their names there. */
export function buildAuditEnvironment({ url, variables }: ResolvedTarget, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own: NodeJS.ProcessEnv = { ...env, ...variables };
  for (const name of [...fleetVariables, 'ASSAY_BASE_URL']) delete own[name];
  return url === undefined ? own : { ...own, ASSAY_BASE_URL: url };
}
