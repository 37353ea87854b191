import { countBy } from '../values/group-by.js';
import { joinNames } from '../values/join-names.js';
import type { Gap } from './gate.js';
import type { CreationReach } from './reach.js';
import type { Report, Result } from './report.js';

/** Results that were not checked for one cause, and what changes it. */
export interface UncheckedCause extends Omit<Gap, 'checks' | 'accepted'> {
  /** The profile key or flag that changes it; `add` is a whole line. */
  readonly enable?: string;
  /** Whether the checks were lost: they were planned, or the service offers what they need. */
  readonly isLost: boolean;
  readonly results: readonly Result[];
}

/** What is known beside the results. */
export type UncheckedContext = Pick<Report, 'results' | 'reach'>;

/** Groups results without a verdict by cause, most results first. Reasons that differ in numbers only are one cause. */
export function groupByCause(results: readonly Result[], context: UncheckedContext): UncheckedCause[] {
  const explain = createExplanation(context);
  const groups = new Map<string, { readonly cause: Cause; readonly results: Result[] }>();
  for (const result of results) {
    const cause = explain(result);
    const group = groups.get(cause.key) ?? { cause, results: [] };
    groups.set(cause.key, group);
    group.results.push(result);
  }
  return [...groups.values()]
    .map(({ cause: { key: _, ...cause }, results: members }) => ({
      ...cause,
      ...(cause.enable !== undefined && { why: findUsualReason(members) }),
      ...(isWithheld(members[0]) && { about: listSubjects(members.filter(isWithheld)) }),
      results: members,
    }))
    .sort((one, other) => other.results.length - one.results.length);
}

/** Collections that offer creation and have no item of the run. */
export const listEmpty = (reach: Report['reach']): CreationReach[] =>
  (reach?.creations ?? []).filter(({ created }) => created === 0);

/** Creates the test whether a check ended, or never began, for lack of an item, of requests or of time. */
export function createLossTest(reach: Report['reach']): (result: Result) => boolean {
  // Requests that should have created an item, also where others of the kind did.
  const failed = (reach?.creations ?? []).flatMap(({ refusal = '', path }) => [
    `POST ${path} `,
    ...(/^[A-Z]+ \S+ /.exec(refusal)?.slice(0, 1) ?? []),
  ]);
  const isFailed = (why: string) => failed.some((request) => why.startsWith(request));
  return ({ verdict, cause, why = '' }) =>
    (verdict === 'inconclusive' || verdict === 'not-run') &&
    (cause === 'budget' ||
      (cause === 'setup' && lackPattern.test(why) && !unsentPattern.test(why)) ||
      (cause === 'refused' && /^the service refused the creation\b/.test(why)) ||
      ((cause === 'no-answer' || cause === 'refused') && isFailed(why)));
}

/** How reasons begin where the run does not send a request on purpose. */
const unsentPattern = /^[A-Z]+ (\S+ )?is not sent(:| with\b)/;

/** How reasons name the lack of an item. */
const lackPattern = /\bcreat(e|ed|ion|ions)\b|\bno (more )?items?\b/i;

/** Whether a check was left out because the writes that it needs are not sent, in spite of the permission. */
export const isWithheld = (result: Result | undefined): boolean =>
  result?.cause === 'permission' && /^(resources\[\]|--allow-effects)/.test(result.enable ?? '');

/** Whether a result is about a collection, its items, or what is below them. */
export function isAbout({ subject }: Pick<Result, 'subject'>, names: readonly string[]): boolean {
  const place = subject.replace(/^[A-Z]+ /, '');
  return names.some((name) => place === name || place.startsWith(`${name}/`));
}

/** Why a collection that offers creation has no item. */
export const describeEmpty = ({ collection, refusal, add }: CreationReach): Omit<Gap, 'checks'> => ({
  about: collection,
  why: `no item could be created${refusal === undefined ? '' : ` (${refusal})`}`,
  ...(add !== undefined && { add }),
});

/** The empty collection that explains others: of nested ones the upper one. `empty` has the deepest first. */
export function findEmptyAbove(one: CreationReach, empty: readonly CreationReach[]): CreationReach {
  const isAbove = ({ path, refusal }: CreationReach) => refusal !== undefined && one.path.startsWith(`${path}/`);
  return one.refusal === undefined ? (empty.find(isAbove) ?? one) : one;
}

interface Cause extends Omit<UncheckedCause, 'results'> {
  readonly key: string;
}

function createExplanation({ results, reach }: UncheckedContext): (result: Result) => Cause {
  // The deepest collection first: a check below two of them is about that one.
  const empty = listEmpty(reach).sort((one, other) => other.path.length - one.path.length);
  const isLost = createLossTest(reach);
  const withheld = new Map(results.filter(isWithheld).map((result) => [result.subject, result]));
  return (result) => {
    const owner = isWithheld(result) ? result : isLost(result) ? withheld.get(result.subject) : undefined;
    if (owner !== undefined) return explainByKey(owner, true);
    return isLost(result) ? explainLoss(result, empty) : explainOther(result);
  };
}

function explainLoss(result: Result, empty: readonly CreationReach[]): Cause {
  const why = simplifyReason(result.why ?? '');
  if (result.cause === 'budget') {
    const [limit = why] = /\((limits\.|--)[^)]*\)/.exec(why) ?? [];
    return { key: `budget ${limit}`, about: 'budget', why, isLost: true };
  }
  const [, named] = namingPattern.exec(why) ?? [];
  const creation =
    empty.find(({ collection, path }) => isAbout(result, [collection, path])) ??
    empty.find(({ collection }) => collection === named);
  if (creation === undefined) return { key: maskNumbers(why), why, isLost: true };
  const cause = findEmptyAbove(creation, empty);
  return { key: `empty ${cause.collection}`, ...describeEmpty(cause), isLost: true };
}

/** How reasons of checks about something else name the collection that has no item. */
const namingPattern = /(?:created in (?:the parent collection )?|no item of |sent to )(\S+?)[:,;]?(?:\s|$)/;

function explainOther(result: Result): Cause {
  if (result.enable !== undefined) return explainByKey(result, false);
  const why = simplifyReason(result.why ?? '');
  return { key: `${result.verdict} ${result.cause} ${maskNumbers(why)}`, why, isLost: false };
}

const explainByKey = ({ why = '', enable = '' }: Result, isLostToo: boolean): Cause => ({
  key: isLostToo ? `withheld ${enable} ${why}` : enable,
  why,
  enable,
  isLost: isLostToo,
});

/** One key may be the remedy for several reasons. */
function findUsualReason(results: readonly Result[]): string {
  const reasons = results.flatMap(({ why = '', enable }) => (enable === undefined ? [] : [why]));
  return [...countBy(reasons, (why) => why)].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

const maxSubjects = 3;

const listSubjects = (results: readonly Result[]): string =>
  joinNames([...new Set(results.map(({ subject }) => subject))], maxSubjects);

/** A reason without exchange numbers, ids in paths, and what is no sentence in the content of a response. */
export const simplifyReason = (why: string): string =>
  why
    .replace(/^the trial did not start: /, '')
    .replace(/ ?\(exchange \d+\): (.*)/s, (_, content: string) => quoteWords(content))
    .replace(/ ?\(exchange \d+\)| in exchange \d+/g, '')
    .replace(/\/[^\s/]*\d[^\s/]*/g, '/…')
    .trim();

/** Most characters that are quoted of a response. */
const maxQuoted = 140;

/** The sentences in a content: of JSON, the texts with several words. */
export function findSentences(content: string): string {
  const isJson = /^\s*[[{]/.test(content);
  const sentences = isJson ? [...content.matchAll(/"([^"\\]*\s[^"\\]*)"/g)].map(([, text]) => text) : [content];
  return [...new Set(sentences)].join('; ').replace(/\s+/g, ' ').trim();
}

function quoteWords(content: string): string {
  const words = findSentences(content);
  if (words === '') return '';
  return `: ${words.length > maxQuoted ? `${words.slice(0, maxQuoted - 1)}…` : words}`;
}

const maskNumbers = (text: string): string => text.replace(/\d+/g, '0');
