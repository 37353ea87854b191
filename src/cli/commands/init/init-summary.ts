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
}

/** Summarizes what was found and assumed, what to fill in next, and the next command. */
export function summarizeInit({ text, kept, open }: WrittenProfile, dryRun: DryRunResult, written: InitOutcome) {
  const { survey, requests } = dryRun;
  const { collections, notes, omissions, documentSource } = survey;
  const broken = omissions.filter(({ what }) => what === 'document');
  const document = broken.length > 0 ? 'its document cannot be used' : 'no document';
  const outcome = written.before === undefined ? 'written' : written.before === text ? 'unchanged' : 'completed';
  return [
    `${formatCount(collections.length, 'collection')} found at ${written.baseUrl} with ${requests} read requests; ${documentSource ? `document: ${documentSource}` : document}`,
    ...alignColumns(collections.map(renderCollectionRow)),
    ...(collections.length > 0 ? broken.map(describeBrokenDocument) : []),
    ...renderNotes(collections.length, notes),
    ...kept.map(
      ({ at, kept: own, seen }) => `kept ${at}: ${JSON.stringify(own)}; observed now: ${JSON.stringify(seen)}`,
    ),
    ...suggestKeys(open),
    '',
    written.isPrinted
      ? 'Printed, no file was written. To write it: the same command without --stdout'
      : `${written.file}: ${outcome}. Next: assay run${written.file === 'assay.yaml' ? '' : ` --profile ${written.file}`}`,
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

/** Maximum number of keys that are listed. */
const maxKeys = 3;

/** Lists the keys that would enable most checks, over all resources. */
function suggestKeys(open: readonly OpenKey[]): string[] {
  const byKey = new Map<string, number>();
  for (const { at, draftValue } of open) {
    const key = at.replaceAll(/\[\d+\]/g, '[]');
    byKey.set(key, (byKey.get(key) ?? 0) + (draftValue.rules ?? 0));
  }
  const waiting = [...byKey].filter(([, rules]) => rules > 0).sort((a, b) => b[1] - a[1]);
  if (waiting.length === 0) return [];
  return [
    'To fill in next:',
    ...waiting.slice(0, maxKeys).map(([key, rules]) => `  ${key}: enables ${formatCount(rules, 'check')}`),
  ];
}
