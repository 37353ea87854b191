import type { Json } from '../../model/json.js';
import type { Profile } from '../../model/profile/profile.js';
import { createOffer, createValue, type DraftValue } from '../draft-passage.js';

type GivenProfile = Pick<Profile, 'headers' | 'hasCredential'>;

/** Header fields that were given for every request. For a secret value, the profile contains a variable. */
export const draftHeaders = (profile: GivenProfile): DraftValue[] =>
  Object.entries(profile.headers).flatMap(([name, text]) => {
    if (typeof text === 'string')
      return [createValue(['headers', name], text.replaceAll('${', '$${'), 'given on the command line')];
    return name === findCarrier(profile)?.[0]
      ? []
      : [createOffer(['headers', name], String(text), 'given on the command line, and not written to this file')];
  });

/** The credential that was given among the header fields, as a variable. */
export function findGivenCredential(profile: GivenProfile): Json | undefined {
  const [name, text = ''] = findCarrier(profile) ?? [];
  if (name === undefined) return undefined;
  const [, token] = /^Bearer +(\$\{\w+\})$/.exec(text) ?? [];
  return name === 'authorization' && token !== undefined ? { token } : { header: name, value: text };
}

function findCarrier({ headers, hasCredential }: GivenProfile): readonly [name: string, text: string] | undefined {
  const [first] = Object.entries(headers).filter(([, text]) => typeof text !== 'string');
  return first && hasCredential ? [first[0], String(first[1])] : undefined;
}
