import type { ServiceChoices } from '../design/design.js';

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Writes a name of several words, joined by `_`, as the members of a service are written. */
export function nameMember(name: string, naming: ServiceChoices['naming']): string {
  if (naming === 'snake' || name.startsWith('_')) return name;
  const [first = '', ...rest] = name.split('_');
  const start = naming === 'pascal' ? capitalize(first) : first;
  return start + rest.map(capitalize).join('');
}

/** Writes a name of several words as the paths of a service are written. */
export const namePath = (name: string, naming: ServiceChoices['naming']): string =>
  naming === 'pascal' ? name.replaceAll('_', '-') : nameMember(name, naming);
