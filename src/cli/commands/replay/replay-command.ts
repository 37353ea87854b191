import { basename, relative } from 'node:path';
import type { Report } from '../../../model/result/report.js';
import { isLoopback } from '../../../profile/connection/base-url.js';
import { quoteForShell } from '../clean/describe-cleanup.js';

/** The command that tries a violation of a report again, with what the report alone may not say: profile, rules and permission. */
export function createReplayCommand({ run, target }: Report, file: string, number: number): string {
  const { profile, ruleFolders = [], permit } = run;
  const isUsual = profile === undefined || /^assay\.(ya?ml|json)$/.test(basename(profile));
  return [
    `assay replay ${quoteForShell(file)} ${number}`,
    ...(isUsual ? [] : [`--profile ${quoteForShell(shortenPath(profile))}`]),
    ...ruleFolders.map((folder) => `--rules ${quoteForShell(shortenPath(folder))}`),
    ...(permit === 'reads' || isLoopbackUrl(target.baseUrl) ? [] : [`--permit ${permit}`]),
  ].join(' ');
}

function shortenPath(path: string): string {
  const short = relative('', path);
  return short === '' || short.startsWith('..') ? path : short;
}

/** An address that hides a secret is no URL. */
const isLoopbackUrl = (baseUrl: string): boolean => URL.canParse(baseUrl) && isLoopback(baseUrl);
