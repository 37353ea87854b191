import { Option } from 'commander';

/** Report files that are written by default: for programs, people, pipelines and tickets. */
export const defaultFormats = ['json', 'html', 'junit', 'markdown'];

export const createFormatOption = (what: string, usual: readonly string[]): Option =>
  new Option(
    '--format <list>',
    `${what}, separated by commas: ${formatNames}, or ./a-module.mjs that exports (report) => text`,
  )
    .argParser((text) => text.trim().split(/[\s,]+/))
    .default(usual, usual.join(','));

/** A literal text, because loading all formats would make the help slow. */
const formatNames =
  'json, html, junit, markdown, comment, sarif, sarif-full, har, ctrf, tap, wfc, codequality, github, console';
