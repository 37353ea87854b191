import type { Exclusion } from '../model/result/plan.js';
import type { Draft } from './draft-passage.js';
import type { Sources } from './draft-sources.js';
import { waitingIn } from './passages/missing-keys.js';
import { resourcePassage } from './passages/resource.js';
import { serviceWords } from './passages/service.js';

/** What was found at a service, and what a plan of it left out. */
export interface Found extends Omit<Sources, 'waiting'> {
  readonly exclusions: readonly Exclusion[];
}

/** Drafts a profile from what a survey found: what is believed as keys, what is guessed or could be said as offers. */
export function draft({ exclusions, ...known }: Found): Draft {
  const { survey } = known;
  const sources: Sources = { ...known, waiting: waitingIn(exclusions) };
  return {
    remarks: [...legend, ...notLookedAt(survey.notes), ...survey.contradictions.map(contradicted)],
    words: serviceWords(sources),
    resources: survey.collections.map((collection) => resourcePassage(collection, sources)),
  };
}

const legend = [
  'What "assay init" found out. Every key is yours to change: a later "assay init" keeps what stands here.',
  'Lines that begin with "#?" are offers: guesses and examples. Take "#? " away to make one yours, and check its value.',
  'What begins with "#:" or "#?" is written anew each time.',
];

/** Most notes that are worth a line each. */
const most = 12;

function notLookedAt(notes: readonly string[]): string[] {
  const rest = notes.length - most;
  return [...notes.slice(0, most), ...(rest > 0 ? [`and ${rest} more; "assay run" tells them all`] : [])];
}

const contradicted = ({ subject, about, believed, doubted }: Sources['survey']['contradictions'][number]): string =>
  `${subject}: ${about} is taken as ${JSON.stringify(believed.value)} (${believed.provenance}), but ${JSON.stringify(doubted.value)} is ${doubted.provenance} (${doubted.evidence})`;
