import type { Problem } from '../../model/profile/profile-error.js';
import { interpolate } from '../../profile/file/interpolate-variables.js';
import type { FleetTarget } from './fleet.js';

/** What a target needs of the environment of the process that audits it. */
export interface ResolvedTarget {
  /** The base URL with the values of its variables. */
  readonly url?: string;
  /** Values of the variables of the profile, by their names there. */
  readonly variables: Readonly<Record<string, string>>;
  readonly problems: readonly Problem[];
}

/** Reads the variables of a target from an environment. No message contains a value. */
export function resolveTarget(
  { url, variables = {}, tokenEnv, where, name }: FleetTarget,
  env: Readonly<Record<string, string | undefined>>,
): ResolvedTarget {
  const problem = (message: string): Problem => ({ ...parseLocation(where), message: `${name}: ${message}` });
  const source = { path: '', file: '', value: url ?? '', where: () => where };
  const read = interpolate({ ...source, problem: (_, message) => problem(message) }, env);
  const missing = [...Object.values(variables), ...(tokenEnv === undefined ? [] : [tokenEnv])].filter(
    (variable) => (env[variable] ?? '') === '',
  );
  return {
    url: url === undefined ? undefined : String(read.value),
    variables: Object.fromEntries(Object.entries(variables).map(([own, other]) => [own, env[other] ?? ''])),
    problems: [
      ...read.problems,
      ...[...new Set(missing)].map((variable) => problem(`the environment variable ${variable} is not set`)),
    ],
  };
}

/** Lists the names of the variables that the fleet file names for a target. */
export function listTargetVariables({ url = '', variables = {}, tokenEnv }: FleetTarget): string[] {
  const inUrl = [...url.matchAll(/(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, variable = '']) => variable);
  return [...new Set([...inUrl, ...Object.values(variables), ...(tokenEnv === undefined ? [] : [tokenEnv])])];
}

function parseLocation(where: string): Omit<Problem, 'message'> {
  const [, file = where, line, column] = /^(.*?):(\d+):(\d+)$/.exec(where) ?? [];
  return { file, ...(line !== undefined && { line: Number(line), column: Number(column) }) };
}
