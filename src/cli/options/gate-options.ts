import { type Command, InvalidArgumentError } from 'commander';
import { findNearestWord } from '../../model/nearest-word.js';
import { type FailOn, failOnValues } from '../../model/result/gate-policy.js';
import { parsePositive } from './parse-number.js';

/** Flags for what fails a run, as commander returns them. */
export interface GateFlags {
  readonly strict?: boolean;
  readonly failOn?: FailOn[];
  readonly bail?: number;
  readonly acceptIncomplete?: string[];
}

export const addGateFlags = (command: Command): Command =>
  command
    .option(
      '--min-rules <number>',
      'minimum number of rules that are held or violated, or the run fails (default: 10; 3 with --permit reads, 1 with --only)',
      parsePositive,
    )
    .option(
      '--fail-on <list>',
      `what fails the run, separated by commas: violated MUST or SHOULD rules of the convention (must, should), violated MUST rules of the HTTP standard (http), violated MUST rules about the OpenAPI document (document), MUST rules that are inconclusive (undecided), rules that show lost, merged, half-applied or duplicated data, of any level and stage (data); default: must,data`,
      parseFailOn,
    )
    .option('--strict', 'fail on everything that --fail-on can name')
    .option('--bail <number>', 'stop after this number of violations that fail the run', parsePositive)
    .option(
      '--accept-incomplete <list>',
      'collections in which no item can be created, or budget for requests and time: the run is not incomplete for them',
      parseNames,
    );

/** A word for all of them would also accept what a later run cannot check. */
function parseNames(text: string): string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0 || names.some((name) => /^(all|\*)$/i.test(name)))
    throw new InvalidArgumentError('Name the collections, or budget, separated by commas.');
  return names;
}

function parseFailOn(text: string): FailOn[] {
  const names = text
    .trim()
    .split(/[\s,]+/)
    .map((name) => name.toLowerCase());
  const unknown = names.find((name) => !failOnValues.some((known) => known === name));
  if (unknown === undefined) return [...new Set(names)] as FailOn[];
  const close = findNearestWord(unknown, failOnValues);
  throw new InvalidArgumentError(
    `${close === undefined ? '' : `Did you mean ${close}? `}Give ${failOnValues.join(', ')}, or several of them separated by commas.`,
  );
}
