import type { DryRunResult } from '../../../audit/dry-run.js';
import type { OpenKey } from '../../../init/write/annotate-profile.js';
import type { WrittenProfile } from '../../../init/write/write-profile.js';
import type { Collection } from '../../../model/service/subject.js';
import { describeBrokenDocument } from '../../../model/service/survey.js';
import { formatCount } from '../../../report/text/report-words.js';

/** What was done to the profile file. */
interface InitOutcome {
  readonly file: string;
  readonly baseUrl: string;
  readonly before: string | undefined;
  /** Whether the profile is printed and no file changes. */
  readonly isPrinted: boolean;
  /** Flags without which the profile is not enough. */
  readonly access: readonly string[];
}

/** Summarizes what was found and assumed, what to fill in next, and the next command. */
export function summarizeInit({ text, kept, open }: WrittenProfile, dryRun: DryRunResult, written: InitOutcome) {
  const { survey, requests } = dryRun;
  const { collections, notes, omissions, documentSource } = survey;
  const broken = omissions.filter(({ what }) => what === 'document');
  const document = broken.length > 0 ? 'its document cannot be used' : 'no document';
  const profile = written.file === 'assay.yaml' ? [] : ['--profile', written.file];
  const most = listMostUseful(open);
  const outcome = written.before === undefined ? 'written' : written.before === text ? 'unchanged' : 'completed';
  return [
    `${formatCount(collections.length, 'collection')} found at ${written.baseUrl} with ${requests} read requests; ${documentSource ? `document: ${documentSource}` : document}`,
    ...alignColumns(collections.map(renderCollectionRow)),
    ...(collections.length > 0 ? broken.map(describeBrokenDocument) : []),
    ...renderNotes(collections.length, notes),
    ...kept.map(
      ({ at, kept: own, seen }) => `kept ${at}: ${JSON.stringify(own)}; observed now: ${JSON.stringify(seen)}`,
    ),
    ...(most.length > 0 ? ['To fill in next:', ...most.flatMap(describeKey)] : []),
    '',
    written.isPrinted
      ? 'Printed, no file was written. To write it: the same command without --stdout'
      : `${written.file}: ${outcome}. Next: ${['assay run', ...profile, ...written.access].join(' ')}`,
  ];
}

/** If nothing was found, prints the notes, which say what to do about it. */
function renderNotes(found: number, notes: readonly string[]): string[] {
  if (notes.length === 0) return [];
  return found === 0
    ? notes.map((note) => `  ${note}`)
    : [`${formatCount(notes.length, 'note')}, at the top of the profile`];
}

const roles = ['list', 'create', 'read', 'replace', 'patch', 'remove'] as const;

function renderCollectionRow(collection: Collection): string[] {
  const known = roles.filter((role) => collection[role]);
  const { actions, facts } = collection;
  const assumed = facts.filter(({ provenance }) => provenance === 'assumed').map(({ about }) => about);
  return [
    `  ${collection.name}`,
    collection.path,
    known.join(' '),
    actions.length > 0 ? formatCount(actions.length, 'action') : '',
    assumed.length > 0 ? `assumed: ${assumed.join(', ')}` : '',
  ];
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((cells) => (cells[index] ?? '').length)));
  return rows.map((cells) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const maxKeys = 5;

/** The keys of collections that would enable most checks, the most first. */
export const listMostUseful = (open: readonly OpenKey[]): readonly OpenKey[] =>
  open
    .filter(({ draftValue }) => (draftValue.rules ?? 0) > 0)
    .sort((one, other) => (other.draftValue.rules ?? 0) - (one.draftValue.rules ?? 0))
    .slice(0, maxKeys);

/** A key with what it says, and a line for the profile. */
export function describeKey({ at, draftValue: { path, value, why } }: OpenKey): string[] {
  const declared = path.reduceRight(
    (inner, name) => (inner === '' ? `${name}: ${JSON.stringify(value)}` : `${name}: { ${inner} }`),
    '',
  );
  return [`  ${at}: ${why}`, `    ${declared}`];
}
