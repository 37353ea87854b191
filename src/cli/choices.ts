import { isMeant, type NamedRule } from '../plan/index.js';
import { formats, isFormat } from '../report/index.js';
import { nearest } from '../target/nearest.js';
import { UsageError } from './trouble.js';

/** Refuses globs that mean no rule; `from` says where they were written. Throws UsageError. */
export function checkGlobs(globs: readonly string[], from: string, rules: readonly NamedRule[]): void {
  for (const glob of globs) {
    if (rules.some(({ id, rule }) => isMeant(glob, id, rule.clause))) continue;
    throw new UsageError(`${from}: no rule is called ${JSON.stringify(glob)}; ${hintFor(glob, rules)}`);
  }
}

/** What may have been meant by a name that means no rule. */
export function hintFor(name: string, rules: readonly NamedRule[]): string {
  const ids = rules.map(({ id }) => id);
  const suites = [...new Set(ids.map((id) => id.split('/', 1)[0] ?? ''))];
  const [suite = '', rule = ''] = name.split('/');
  const bare = rule.replaceAll('*', '');
  const close = nearest(name, [...ids, ...suites, ...rules.map(({ rule: { clause } }) => clause)]);
  const closeSuite = nearest(suite, suites);
  const meant =
    close ?? (bare === '' ? closeSuite && `${closeSuite}/*` : ids.find((id) => id.split('/')[1]?.includes(bare)));
  return meant ? `did you mean ${meant}?` : '"assay rules" lists them all';
}

/** Refuses formats that are none. Throws UsageError. */
export function checkFormats(wanted: readonly string[]): void {
  const unknown = wanted.find((format) => !isFormat(format));
  if (unknown === undefined) return;
  throw new UsageError(
    `--format: unknown format ${JSON.stringify(unknown)}; known are ${Object.keys(formats).join(', ')}`,
  );
}
