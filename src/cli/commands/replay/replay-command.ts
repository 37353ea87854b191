import { basename } from 'node:path';
import type { Report } from '../../../model/result/report.js';
import { shortenPath } from '../../../model/values/shorten-path.js';
import { isLoopback } from '../../../profile/connection/base-url.js';
import type { ServiceFlags } from '../../options/service-options.js';
import { quoteForShell } from '../clean/describe-cleanup.js';

/** Returns the command that replays a violation, with what a report must not decide, such as the permission. */
export function createReplayCommand(
  { run, target }: Report,
  file: string,
  number: number,
  exec?: ServiceFlags['exec'],
): string {
  const { profile, ruleFolders = [], permit } = run;
  const isUsual = profile === undefined || /^assay\.(ya?ml|json)$/.test(basename(profile));
  return [
    `assay replay ${quoteForShell(file)} ${number}`,
    ...(isUsual ? [] : [`--profile ${quoteForShell(shortenPath(profile))}`]),
    ...ruleFolders.map((folder) => `--rules ${quoteForShell(shortenPath(folder))}`),
    ...(permit === 'reads' || isLoopbackUrl(target.baseUrl) ? [] : [`--permit ${permit}`]),
    ...(exec === undefined ? [] : [exec === true ? '--exec' : `--exec ${quoteForShell(exec)}`]),
  ].join(' ');
}

/** An address with a masked secret is not a URL. */
const isLoopbackUrl = (baseUrl: string): boolean => URL.canParse(baseUrl) && isLoopback(baseUrl);
