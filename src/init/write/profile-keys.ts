import type { Draft, DraftPassage, DraftValue } from '../draft-passage.js';

export interface ProfileKey {
  readonly name: string;
  readonly draftValue?: DraftValue;
  readonly keys: readonly ProfileKey[];
  readonly list?: readonly ListEntry[];
}

/** An entry of a list, identified by its path on the service. */
export interface ListEntry {
  readonly key: DraftPassage['key'];
  readonly servicePath: string;
  readonly remarks: readonly string[];
  readonly keys: readonly ProfileKey[];
}

/** The keys of a drafted profile, in the order of a new file. */
export const buildProfileKeys = ({ draftValues, resources }: Draft): ProfileKey[] => [
  ...groupKeys(draftValues, 0),
  { name: 'resources', keys: [], list: resources.map(buildEntry) },
];

const buildEntry = ({ key, servicePath, remarks, draftValues, actions }: DraftPassage): ListEntry => ({
  key,
  servicePath: servicePath,
  remarks,
  keys: [
    ...groupKeys(draftValues, 0),
    ...(actions.length > 0 ? [{ name: 'actions', keys: [], list: actions.map(buildEntry) }] : []),
  ],
});

function groupKeys(words: readonly DraftValue[], depth: number): ProfileKey[] {
  const names = [...new Set(words.map(({ path }) => path[depth] ?? ''))];
  return names.map((name) => {
    const own = words.filter(({ path }) => path[depth] === name);
    const word = own.find(({ path }) => path.length === depth + 1);
    return word ? { name, draftValue: word, keys: [] } : { name, keys: groupKeys(own, depth + 1) };
  });
}

export const isDeclared = ({ draftValue, keys, list }: ProfileKey): boolean =>
  draftValue ? !draftValue.isOffer : (list?.length ?? 0) > 0 || keys.some(isDeclared);

/** Whether two path templates are equal except for the names of their parameters. */
export function isSamePath(one: string, other: string): boolean {
  const [first, second] = [splitSegments(one), splitSegments(other)];
  return (
    first.length === second.length &&
    first.every((segment, index) => isParameter(segment) || isParameter(second[index]) || segment === second[index])
  );
}

const splitSegments = (path: string): string[] => path.replace(/\/+$/, '').split('/');

const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') ?? false;
