import type { Exclusion } from '../model/result/plan.js';
import type { Draft } from './draft-passage.js';
import type { DraftSources } from './draft-sources.js';
import { createWaitingCounter } from './passages/missing-keys.js';
import { draftResource } from './passages/resource.js';
import { draftService } from './passages/service.js';

/** What was found at a service, and what a plan of it left out. */
export interface DraftInput extends Omit<DraftSources, 'waiting'> {
  readonly exclusions: readonly Exclusion[];
}

/** Drafts a profile from what a survey found: what is believed as keys, what is guessed or could be said as offers. */
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
  'What "assay init" found out. Every key is yours to change: a later "assay init" keeps what stands here.',
  'Lines that begin with "#?" are offers: guesses and examples. Take "#? " away to make one yours, and check its value.',
  'What begins with "#:" or "#?" is written anew each time.',
];

/** Most notes that are worth a line each. */
const maxNotes = 12;

function limitNotes(notes: readonly string[]): string[] {
  const rest = notes.length - maxNotes;
  return [...notes.slice(0, maxNotes), ...(rest > 0 ? [`and ${rest} more; "assay run" tells them all`] : [])];
}

const describeContradiction = ({
  subject,
  about,
  believed,
  doubted,
}: DraftSources['survey']['contradictions'][number]): string =>
  `${subject}: ${about} is taken as ${JSON.stringify(believed.value)} (${believed.provenance}), but ${JSON.stringify(doubted.value)} is ${doubted.provenance} (${doubted.evidence})`;
