import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditOptions } from '../../../audit/options.js';
import type { Profile } from '../../../model/profile/profile.js';
import { isGlobMatch, listFormerIds } from '../../../model/profile/rule-names.js';
import type { Report } from '../../../model/result/report.js';
import { listAssumedRules, type NamedRule } from '../../../rule/rule.js';
import { loadRuleSet } from '../../../rule-set/load-rule-set.js';
import { readReport } from '../../files/read-report.js';
import type { LocalFlags } from '../../options/run-options.js';

/** Which checks a run performs, and which first. */
export type RunPreference = Pick<Profile, 'only'> & Pick<AuditOptions, 'isFirst'>;

/** Selects the checks that did not hold last time, or puts them first; without an earlier report no check is preferred. Throws UsageError for a file that is not a report. */
export async function preferFailed(
  { only, ruleFolders }: Profile,
  { out, failedFirst, onlyFailed }: LocalFlags,
): Promise<RunPreference> {
  const file = join(out, 'report.json');
  if ((!failedFirst && !onlyFailed) || !existsSync(file)) return { only };
  const failed = listFailedPairs(readReport(file));
  if (failed.size === 0) return { only };
  const { rules } = await loadRuleSet(ruleFolders);
  const needed = addAssumedRules([...failed].map(parseRuleId), rules);
  const wanted = narrowRules(only, needed, rules);
  return {
    // An empty list means all rules: if none of the wanted rules failed, all of the wanted rules are checked.
    only: onlyFailed && wanted.length > 0 ? wanted : only,
    isFirst: (rule, subject) => failed.has(createPairKey(rule, subject)) || needed.has(rule),
  };
}

const createPairKey = (rule: string, subject: string): string => `${rule} ${subject}`;
const parseRuleId = (pair: string): string => pair.split(' ', 1)[0] ?? pair;

const failingVerdicts: ReadonlySet<string> = new Set(['violated', 'inconclusive', 'errored']);

/** Rules and subjects that were violated or undecided. */
const listFailedPairs = ({ results }: Report): ReadonlySet<string> =>
  new Set(
    results
      .filter(({ verdict }) => failingVerdicts.has(verdict))
      .map(({ rule, subject }) => createPairKey(rule, subject)),
  );

/** Adds the rules that these assume: without their verdicts, a verdict has no value. */
function addAssumedRules(ids: readonly string[], rules: readonly NamedRule[]): ReadonlySet<string> {
  const needed = new Set(ids);
  for (const id of needed)
    for (const { rule } of rules.filter((one) => one.id === id))
      for (const assumed of listAssumedRules(rule)) needed.add(assumed);
  return needed;
}

/** The rules that the user wants checked at all. */
const narrowRules = (only: readonly string[], needed: ReadonlySet<string>, rules: readonly NamedRule[]): string[] =>
  rules
    .filter(({ id }) => needed.has(id))
    .flatMap(({ id, rule }) => {
      const isWanted = (formerIds: readonly string[]) =>
        only.length === 0 || only.some((glob) => isGlobMatch(glob, id, rule.clause, formerIds));
      // A former id selects the experiment at operations alone.
      return isWanted([]) ? [id] : listFormerIds(id).filter((former) => isWanted([former]));
    });
