import { buildPointer, isObject, type Json } from '../../model/json.js';
import { Secret } from '../../model/secret.js';
import type { Interpolated } from '../file/interpolate-variables.js';
import type { Source } from '../file/source.js';
import { isCredentialName } from '../flags/header-line.js';

/** The origin of a text in the file: its name and its location. */
export interface TextOrigin {
  readonly source: Source;
  readonly interpolated: Interpolated;
}

/** Returns how to mask the part of a file that these tokens lead to: under the names of its variables, or its location. */
export function findSecretSource(tokens: readonly string[], { variables }: Interpolated) {
  const parts = [...variables].filter(([pointer]) => isWithin(pointer, buildPointer(tokens))).map(([, part]) => part);
  const names = parts.flatMap((part) => part.names);
  return {
    name: names.length > 0 ? names.join('+') : tokens.join('.'),
    variables: parts.flatMap(createVariableSecrets),
  };
}

/** The variables in a text, each with its value. */
export const createVariableSecrets = ({
  names,
  values,
}: {
  names: readonly string[];
  values: readonly string[];
}): Secret[] => names.map((name, index) => new Secret(name, values[index] ?? ''));

export function listSecretTexts(value: Json, isSecret = false): string[] {
  if (typeof value === 'string') return isSecret && value !== '' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((entry: Json) => listSecretTexts(entry, isSecret));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => listSecretTexts(member, isSecret || isSecretMember(name)));
}

const isSecretMember = (name: string): boolean =>
  isCredentialName(name) || /pass|pwd|pin$|otp|code$|credential/i.test(name);

const isWithin = (pointer: string, parent: string): boolean => pointer === parent || pointer.startsWith(`${parent}/`);
