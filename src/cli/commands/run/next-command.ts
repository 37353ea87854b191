import { isDecided } from '../../../model/result/findings.js';
import type { Report } from '../../../model/result/report.js';
import { isLoopback } from '../../../profile/connection/base-url.js';
import type { RunFlags } from '../../options/run-options.js';
import { quoteForShell } from '../clean/describe-cleanup.js';

type Access = Pick<RunFlags, 'tokenEnv' | 'header'>;

/** Returns the command that helps most after a run in which nothing could be checked; never that of the run itself. */
export function chooseNextCommand(report: Report, access: Access): string | undefined {
  const { gate, results, target, run, survey, traffic } = report;
  const reasons = gate.reasons.join('\n');
  const isThrottled = gate.exit === 3 && throttledPattern.test(reasons);
  if ((results.some(isDecided) && !isThrottled) || run.demo || traffic) return undefined;
  for (const [pattern, name] of commandsByReason) {
    const [found, part = ''] = pattern.exec(reasons) ?? [];
    if (found !== undefined) return name({ baseUrl: target.baseUrl, part, access });
  }
  // What the service says of a failure tells more than another run.
  if (gate.exit === 3 && !/^nothing was found at /m.test(reasons)) return look(target.baseUrl);
  if (survey.collections.length > 0) return `assay init ${quoteForShell(target.baseUrl)}`;
  return listMissing(report).map((flags) => audit(target.baseUrl, flags))[0];
}

const audit = (baseUrl: string, flags = ''): string => `assay run ${quoteForShell(baseUrl)}${flags}`;

const look = (baseUrl: string, flags = ''): string => `curl -i${flags} ${quoteForShell(baseUrl)}`;

interface Failure {
  readonly baseUrl: string;
  /** The group of the pattern. */
  readonly part: string;
  readonly access: Access;
}

const throttledPattern = /\b(?:with|returns?|returned) 429\b|asks to come back in (\d+) s/;

const commandsByReason: readonly (readonly [RegExp, (failure: Failure) => string])[] = [
  [/: use (\S+) as the base URL/, ({ part }) => audit(part)],
  [/; is it https:/, ({ baseUrl }) => audit(baseUrl.replace(/^http:/, 'https:'))],
  [/--token-env|--header/, nameCredentialsCommand],
  [/asks to come back in (\d+) s/, ({ baseUrl, part }) => `sleep ${part} && ${audit(baseUrl, ' --rate 1')}`],
  [throttledPattern, ({ baseUrl }) => audit(baseUrl, ' --rate 1')],
  [/accepts connections but does not answer/, ({ baseUrl }) => look(baseUrl, ' --max-time 60')],
];

/** Credentials that were given and refused are not asked for again. */
function nameCredentialsCommand({ baseUrl, access: { tokenEnv, header = [] } }: Failure): string {
  if (tokenEnv !== undefined) return look(baseUrl, ` -H "Authorization: Bearer $${tokenEnv}"`);
  return header.length > 0 ? look(baseUrl) : audit(baseUrl, ' --token-env API_TOKEN');
}

/** What the run was not given yet, that first which needs no change by the user; names are tried on this machine anyway. */
const listMissing = ({ run: { guess, openapi, collections }, target: { baseUrl } }: Report): string[] => [
  ...(guess || isLoopback(baseUrl) ? [] : [' --guess']),
  ...(openapi === undefined ? [' --openapi openapi.yaml'] : []),
  ...(collections === undefined ? [' --collection /orders'] : []),
];
