import type { Json } from '../model/json.js';
import type { Profile } from '../model/profile/profile.js';
import type { Collection } from '../model/service/subject.js';
import type { Survey } from '../model/service/survey.js';
import type { WaitingCounter } from './passages/missing-keys.js';

/** What a draft is made from. */
export interface DraftSources {
  readonly survey: Survey;
  readonly profile: Pick<Profile, 'name' | 'baseUrl' | 'headers' | 'hasCredential' | 'permit' | 'isLoopback'>;
  /** Document that was named, as it is to be written; undefined when it was found without a word. */
  readonly openapi?: string;
  /** How many rules wait for a key, by a plan of the survey. */
  readonly waiting: WaitingCounter;
}

/** The title of the service, as its document has it. */
export function findTitle(document: Json | undefined): string | undefined {
  const title = getMember(getMember(document, 'info'), 'title');
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}

/** A member of what may be an object. */
export const getMember = (value: Json | undefined, name: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, Json>>)[name]
    : undefined;

/** Names of what rules meet in a collection. */
export const listSubjectNames = ({ name, actions }: Collection): string[] => [
  name,
  ...actions.map((action) => `${name}/${action.name}`),
];
