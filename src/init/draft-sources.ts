import { getAtPointer, type Json } from '../model/json.js';
import type { Profile } from '../model/profile/profile.js';
import type { Collection } from '../model/service/subject.js';
import type { Survey } from '../model/service/survey.js';
import type { WaitingCounter } from './passages/missing-keys.js';

/** The input of a draft. */
export interface DraftSources {
  readonly survey: Survey;
  readonly profile: Pick<Profile, 'name' | 'baseUrl' | 'headers' | 'hasCredential' | 'permit' | 'isLoopback'>;
  /** Path of the named document, as to be written; undefined if it was found at a usual path. */
  readonly openapi?: string;
  /** Returns how many checks need a key, according to the plan. */
  readonly waiting: WaitingCounter;
}

/** The title of the service in its document. */
export function findTitle(document: Json | undefined): string | undefined {
  const title = getAtPointer(document, '/info/title');
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}

/** Names of the subjects of a collection. */
export const listSubjectNames = ({ name, actions }: Collection): string[] => [
  name,
  ...actions.map((action) => `${name}/${action.name}`),
];
