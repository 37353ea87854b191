import { basename, relative } from 'node:path';
import type { Report } from '../../../model/result/report.js';
import { isLoopback } from '../../../profile/connection/base-url.js';
import { quoted } from '../clean/describe-cleanup.js';

/** The command that tries a violation of a report again, with what the report alone may not say: profile, rules and permission. */
export function replayLine({ run, target }: Report, file: string, number: number): string {
  const { profile, ruleFolders = [], permit } = run;
  const isUsual = profile === undefined || /^assay\.(ya?ml|json)$/.test(basename(profile));
  return [
    `assay replay ${quoted(file)} ${number}`,
    ...(isUsual ? [] : [`--profile ${quoted(fromHere(profile))}`]),
    ...ruleFolders.map((folder) => `--rules ${quoted(fromHere(folder))}`),
    ...(permit === 'reads' || isHere(target.baseUrl) ? [] : [`--permit ${permit}`]),
  ].join(' ');
}

function fromHere(path: string): string {
  const short = relative('', path);
  return short === '' || short.startsWith('..') ? path : short;
}

/** An address that hides a secret is no URL. */
const isHere = (baseUrl: string): boolean => URL.canParse(baseUrl) && isLoopback(baseUrl);
