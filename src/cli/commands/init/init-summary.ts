import type { DryRunResult } from '../../../audit/dry-run.js';
import type { OpenKey } from '../../../init/write/annotate-profile.js';
import type { WrittenProfile } from '../../../init/write/write-profile.js';
import type { Collection } from '../../../model/service/subject.js';

/** What was done, as told to whoever asked for it. */
interface InitOutcome {
  readonly file: string;
  readonly baseUrl: string;
  readonly before: string | undefined;
}

/** What was found, how sure that is, what to fill in next, and how to go on. */
export function summarizeInit(
  { text, kept, open }: WrittenProfile,
  scouted: DryRunResult,
  deed: InitOutcome,
): string[] {
  const { survey, requests } = scouted;
  const { collections, notes } = survey;
  const outcome = deed.before === undefined ? 'written' : deed.before === text ? 'unchanged' : 'completed';
  return [
    `${formatCount(collections.length, 'collection')} found at ${deed.baseUrl}, by ${requests} reads${survey.documentSource ? `; document: ${survey.documentSource}` : '; no document'}`,
    ...alignColumns(collections.map(renderCollectionRow)),
    ...renderNotes(collections.length, notes),
    ...kept.map(({ at, kept: own, seen }) => `kept ${at}: ${JSON.stringify(own)}; seen now: ${JSON.stringify(seen)}`),
    ...suggestKeys(open),
    '',
    `${deed.file}: ${outcome}. Go on with: assay run${deed.file === 'assay.yaml' ? '' : ` --profile ${deed.file}`}`,
  ];
}

/** Where nothing was found, the notes say what to do about it. */
function renderNotes(found: number, notes: readonly string[]): string[] {
  if (notes.length === 0) return [];
  return found === 0
    ? notes.map((note) => `  ${note}`)
    : [`${formatCount(notes.length, 'note')}, at the head of the profile`];
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

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

/** How many keys are worth naming. */
const maxKeys = 3;

/** The keys that most rules wait for, over all resources. */
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
    ...waiting.slice(0, maxKeys).map(([key, rules]) => `  ${key}: ${formatCount(rules, 'more trial')} would go ahead`),
  ];
}
