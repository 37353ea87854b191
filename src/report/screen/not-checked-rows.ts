import { isDecided } from '../../model/result/findings.js';
import { nameGap } from '../../model/result/gate.js';
import { writeResourceKey } from '../../model/result/profile-line.js';
import type { Report, Result } from '../../model/result/report.js';
import { groupByCause, isAbout, type UncheckedCause } from '../../model/result/unchecked-causes.js';
import type { Row } from '../console/print.js';
import { listOmittedEntries } from './omitted-entries.js';
import { listForms, type UncheckedEntry } from './unchecked-entry.js';

/** Maximum number of causes, and of those among them that cost checks for lack of something. */
const maxEntries = 4;
const maxLost = 3;

export interface ShownCauses {
  /** What the run lost, MUST rules before others. */
  readonly lost: readonly UncheckedCause[];
  readonly omitted: readonly UncheckedEntry[];
  /** What the service has nothing for, or what was tested without a conclusion. */
  readonly others: readonly UncheckedCause[];
  /** What is only counted. */
  readonly rest: readonly UncheckedCause[];
}

/** Chooses at most four causes: first what the run lost, then what it left out, then the others, each with most checks first. */
export function chooseCauses(report: Report): ShownCauses {
  const causes = groupByCause(report.results.filter(isOpen), report);
  const lost = causes
    .filter(({ isLost }) => isLost)
    .sort((one, other) => Number(hasMust(other)) - Number(hasMust(one)))
    .slice(0, maxLost);
  const omitted = listOmittedEntries(report).slice(0, maxEntries - lost.length);
  const more = causes.filter((cause) => !lost.includes(cause));
  const others = more.slice(0, maxEntries - lost.length - omitted.length);
  return { lost, omitted, others, rest: more.slice(others.length) };
}

const isOpen = (result: Result): boolean => !isDecided(result) && result.cause !== 'filter';

const hasMust = ({ results }: UncheckedCause): boolean => results.some(({ level }) => level === 'MUST');

/** The lines for what was not checked; an entry that needs several gets them while there are any. */
export interface RowSpace {
  readonly width: number;
  readonly room: number;
  /** Whether only what was lost or left out gets several lines, because violations need the others. */
  readonly isShort: boolean;
}

/** Says what was not checked, why, and what would change it. */
export function renderNotCheckedRows(
  report: Report,
  { lost, omitted, others, rest }: ShownCauses,
  { width, room, isShort }: RowSpace,
): Row[] {
  const entries = [
    ...lost.map((cause) => describeLost(cause, report)),
    ...omitted,
    ...others.map((cause) => describeOther(cause, report)),
    ...(rest.length > 0 ? [describeRest(rest)] : []),
  ];
  // A line for the profile is shown where it matters most, even if there is no room.
  let left = Math.max(room - entries.length, entries[0]?.addition === undefined ? 0 : 1);
  return entries.flatMap((entry, index) => {
    const [short, ...longer] = listForms(entry, index === 0 ? 'not checked' : ' '.repeat(11), width);
    const isWide = !isShort || index < lost.length + omitted.length;
    const best = (isWide ? longer.findLast((rows) => rows.length - 1 <= left) : undefined) ?? short ?? [];
    left -= best.length - 1;
    return best;
  });
}

function describeLost(cause: UncheckedCause, { gate }: Report): UncheckedEntry {
  const { about, add, enable, results } = cause;
  const told = { checks: results.length, why: nameGap(cause) };
  const accepted = gate.gaps?.find((gap) => gap.about === about)?.accepted;
  if (accepted !== undefined) return { ...told, remedy: ` (accepted: ${accepted})` };
  if (add !== undefined) return { ...told, addition: add };
  if (enable !== undefined) return { ...told, remedy: describeKey(enable, 1), key: enable };
  const [why, key] = limitPattern.exec(told.why) ?? [];
  return why !== undefined && key !== undefined ? { ...told, why, key, remedy: '; raise it to check more' } : told;
}

/** A reason as far as it names a limit of the run. */
const limitPattern = /^.*?\((limits\.[^)]*)\)/s;

function describeOther({ why, enable, results }: UncheckedCause, { survey }: Report): UncheckedEntry {
  const checks = results.length;
  const [first] = results;
  if (enable !== undefined) {
    const [most, ...others] = countByCollection(results, survey.collections);
    const addition = most && writeResourceKey(most.path, enable);
    // That the permission is missing says the flag itself.
    if (/\bthe permission of this run is\b/.test(why))
      return { checks, why: `${checks === 1 ? 'needs' : 'need'} ${enable}` };
    if (addition === undefined) return { checks, why, key: enable, remedy: describeKey(enable, checks) };
    const places = `${most?.name}${others.length > 0 ? ` and ${others.length} more` : ''}`;
    return { checks, why: `${places}: ${why}`, key: enable, addition };
  }
  return { checks, why: first?.cause?.startsWith('assumption:') ? why : `${first?.verdict}: ${why}` };
}

/** The collections that results are about, those with most of them first. */
const countByCollection = (results: readonly Result[], collections: Report['survey']['collections']) =>
  collections
    .map((one) => ({ ...one, count: results.filter((result) => isAbout(result, [one.name, one.path])).length }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);

/** Flags of the command line; other remedies are keys of the profile. */
const isFlag = (key: string): boolean => key.startsWith('-');

const describeKey = (key: string, checks: number): string =>
  `; to test ${checks === 1 ? 'it' : 'them'}, ${isFlag(key) ? `use ${key}` : `declare ${key}`}`;

/** Counts what no entry shows, with its most frequent kind. */
function describeRest(rest: readonly UncheckedCause[]): UncheckedEntry {
  const counts = new Map<string, number>();
  for (const cause of rest) {
    const kind = nameKind(cause);
    counts.set(kind, (counts.get(kind) ?? 0) + cause.results.length);
  }
  const checks = rest.reduce((sum, { results }) => sum + results.length, 0);
  const [[kind, count] = ['', 0]] = [...counts].sort(([, one], [, other]) => other - one);
  return { checks, why: `more, ${count < checks ? `${count} of them ` : ''}${kind}`, remedy: ': assay show' };
}

function nameKind({ enable, isLost, about, results }: UncheckedCause): string {
  if (enable !== undefined) return isFlag(enable) ? 'need other flags' : 'need other profile keys';
  if (isLost) return about === 'budget' ? 'lack requests or time' : 'lack an item';
  const [first] = results;
  if (first?.cause?.startsWith('assumption:')) return 'wait for the fix of a rule';
  return kindTexts[first?.cause ?? ''] ?? `are ${first?.verdict}`;
}

const kindTexts: Readonly<Record<string, string>> = {
  setup: 'could not be prepared',
  'no-usable-case': 'found nothing to test',
  'not-reproduced': 'could not be reproduced',
  'no-answer': 'got no answer',
  noise: 'met changes of other origin',
  suspected: 'are suspected',
  refused: 'were refused',
};
