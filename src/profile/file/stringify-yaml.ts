import { stringify } from 'yaml';

/** Renders a value as YAML, without aliases and without folded lines. */
export const stringifyYaml = (value: unknown): string =>
  stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, version: '1.1' });
