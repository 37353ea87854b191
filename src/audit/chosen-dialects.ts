import type { Json } from '../model/json.js';
import type { Profile } from '../model/profile/profile.js';
import type { Collection } from '../model/service/subject.js';
import { defaultDialect } from '../profile/defaults.js';

/** Lists each choice of dialect that is not the default, as the report prints it: the choice, and the default. */
export function listChosenDialects(
  { dialect, chosenDialects }: Pick<Profile, 'dialect' | 'chosenDialects'>,
  collections: readonly Collection[],
): string[] {
  const chosen = chosenDialects.map((name) => {
    const key = name as keyof typeof dialect;
    return describeChoice(name, dialect[key] ?? false, defaultDialect[key] ?? false);
  });
  return [...chosen, ...collections.flatMap(listCollectionChoices)];
}

function listCollectionChoices({
  name,
  deletion,
  pagination,
  accessStatistics,
  id,
  actions,
  consistency,
}: Collection): string[] {
  const of = (key: string) => `${name}: ${key}`;
  const { itemMs } = consistency;
  return [
    ...(deletion.mode === 'hard' ? [] : [describeChoice(of('delete.mode'), deletion.mode, 'hard')]),
    ...(pagination.style === 'none' ? [describeChoice(of('pagination'), 'none', 'paged')] : []),
    ...(pagination.overMax
      ? [describeChoice(of('pagination.overMax'), pagination.overMax, 'clamp, reject or default')]
      : []),
    ...(accessStatistics.length > 0 ? [describeChoice(of('accessStatistics'), accessStatistics, 'none')] : []),
    ...(id.mutableBy ? [describeChoice(of('id.mutableBy'), id.mutableBy, 'none')] : []),
    ...(itemMs > 0 ? [describeChoice(of('consistency.readAfterWriteMs'), itemMs, 0)] : []),
    ...actions
      .filter(({ repeat }) => repeat === 'same')
      .map((action) => describeChoice(of(`${action.name}.repeat`), 'same', 'conflict')),
  ];
}

const describeChoice = (name: string, chosen: Json | readonly Json[], otherwise: Json | readonly Json[]): string =>
  `${name}: ${formatChoice(chosen)} (default: ${formatChoice(otherwise)})`;

const formatChoice = (value: Json | readonly Json[]): string =>
  Array.isArray(value) ? value.map(formatChoice).join(', ') || 'none' : String(value);
