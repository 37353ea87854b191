import type { Exclusion } from '../model/result/plan.js';
import { createWaitingCounter, type Draft, type DraftSources } from './draft-passage.js';
import { draftResource } from './passages/resource.js';
import { draftService } from './passages/service.js';

/** The survey of a service, and what a plan of it excluded. */
export interface DraftInput extends Omit<DraftSources, 'waiting'> {
  readonly exclusions: readonly Exclusion[];
}

/** Drafts a profile from a survey: facts become keys, guesses and examples become suggestions. */
export function draftProfile({ exclusions, ...known }: DraftInput): Draft {
  const { survey } = known;
  const sources: DraftSources = { ...known, waiting: createWaitingCounter(exclusions) };
  return {
    remarks: [...legend, ...limitNotes(survey.notes), ...survey.contradictions.map(describeContradiction)],
    draftValues: draftService(sources),
    resources: survey.collections.map((collection) => draftResource(collection, sources)),
  };
}

const legend = [
  'Written by "assay init" from a survey of the service. You can change every key: a later "assay init" keeps your values.',
  'Lines that begin with "#?" are suggestions: guesses and examples. To use one, remove "#? " and check its value.',
  'Comments that begin with "#:" or "#?" are replaced each time.',
];

const maxNotes = 12;

function limitNotes(notes: readonly string[]): string[] {
  const rest = notes.length - maxNotes;
  return [...notes.slice(0, maxNotes), ...(rest > 0 ? [`and ${rest} more; "assay run" lists all of them`] : [])];
}

const describeContradiction = ({
  subject,
  about,
  believed,
  doubted,
}: DraftSources['survey']['contradictions'][number]): string =>
  `${subject}: ${about} is assumed to be ${JSON.stringify(believed.value)} (${believed.provenance}), but ${JSON.stringify(doubted.value)} is ${doubted.provenance} (${doubted.evidence})`;
