import type { JsonObject } from '../../model/json.js';
import type { AcceptedGap } from '../../model/profile/accepted-gap.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { Waiver } from '../../model/profile/waiver.js';
import type { ParsedProfile } from '../file/file-content.js';
import type { Source } from '../file/source.js';

export interface WaiversResult {
  readonly waivers: readonly Waiver[];
  readonly problems: readonly Problem[];
}

export function readWaivers(value: JsonObject, source: Source): WaiversResult {
  const entries = (value.waivers ?? []) as readonly Omit<Waiver, 'where'>[];
  const places = entries.map((_, index) => ['waivers', String(index)]);
  return {
    waivers: entries.map((entry, index) => ({ ...entry, where: source.where(places[index] ?? []) })),
    problems: entries.flatMap(({ until }, index) => checkUntil(until, source, places[index] ?? [])),
  };
}

/** Reads what a profile accepts: its `waivers`, and its `rules.incomplete`, each entry with its location. */
export function readAccepted({
  raw,
  content,
  origin: { source },
}: ParsedProfile): WaiversResult & { readonly acceptedGaps: readonly AcceptedGap[] | undefined } {
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

/** Whether a text such as `2027-03-31` is a day of the calendar. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The problem of an end that is no day of the calendar. */
function checkUntil(until: string | undefined, source: Source, at: readonly string[]): Problem[] {
  return until === undefined || isDay(until) ? [] : [source.problem([...at, 'until'], `${until} is not a valid date`)];
}
