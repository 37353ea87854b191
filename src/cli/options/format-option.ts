import { Option } from 'commander';

/** Report files that are written unless others are asked for: for a program, a person, a pipeline, and a ticket. */
export const defaultFormats = ['json', 'html', 'junit', 'markdown'];

/** Which views of a report to write, or to print. */
export const createFormatOption = (what: string, usual: readonly string[]): Option =>
  new Option('--format <list>', `${what}, with commas between; of ${formatNames}`)
    .argParser((text) => text.trim().split(/[\s,]+/))
    .default(usual, usual.join(','));

/** Spelt out, because help has no time to load all that writes them. */
const formatNames =
  'json, html, junit, markdown, comment, sarif, sarif-full, har, ctrf, tap, wfc, codequality, github, console';
