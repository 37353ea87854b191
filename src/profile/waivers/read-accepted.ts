import type { AcceptedGap } from '../../model/profile/accepted-gap.js';
import type { ParsedProfile } from '../file/file-content.js';
import { checkUntil, readWaivers, type WaiversResult } from './read-waivers.js';

/** Reads what a profile accepts: its `waivers`, and its `rules.incomplete`, each entry with its location. */
export function readAccepted({ raw, content, origin: { source } }: ParsedProfile): WaiversResult & {
  readonly acceptedGaps: readonly AcceptedGap[] | undefined;
} {
  const { waivers, problems } = readWaivers(raw, source);
  const { incomplete } = content.rules ?? {};
  const entries = (incomplete ?? []).map((entry, i) => ({ entry, at: ['rules', 'incomplete', String(i)] }));
  const wrong = entries.flatMap(({ entry, at }) => checkUntil(entry.until, source, at));
  return {
    waivers,
    acceptedGaps: incomplete && entries.map(({ entry, at }) => ({ ...entry, where: source.where(at) })),
    problems: [...problems, ...wrong],
  };
}
