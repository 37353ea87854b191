import type { Report } from '../../model/result/report.js';
import { quoteForShell } from '../commands/clean/describe-cleanup.js';

/** Lists commands to type next after a run in which nothing could be checked, by the reason; empty otherwise. */
export function listNextCommands({ gate, results, target, run, survey }: Report): string[] {
  if (results.some(({ verdict }) => verdict === 'held' || verdict === 'violated') || run.demo) return [];
  const reasons = gate.reasons.join('\n');
  const at = (baseUrl: string, flags = '') => `assay run ${quoteForShell(baseUrl)}${flags}`;
  const { baseUrl } = target;
  const moved = /: use (\S+) as the base URL/.exec(reasons)?.[1];
  if (moved !== undefined) return [at(moved)];
  if (/--token-env|--header/.test(reasons)) return [at(baseUrl, ' --token-env API_TOKEN')];
  if (/^nothing was found at /m.test(reasons)) return [at(baseUrl, ' --collection /orders')];
  if (gate.exit === 3) return [at(baseUrl)];
  if (survey.collections.length > 0) return [`assay init ${quoteForShell(baseUrl)}`];
  return [
    at(baseUrl, ' --openapi openapi.yaml'),
    at(baseUrl, ' --collection /orders'),
    ...(/HTML page/.test(reasons) ? [at(`${baseUrl.replace(/\/+$/, '')}/api`)] : []),
  ];
}
