import type { JsonObject } from '../../model/json.js';
import type { Problem } from '../../model/profile/profile-error.js';
import type { Waiver } from '../../model/profile/waiver.js';
import type { Source } from '../file/source.js';

/** The waivers of one file, and its problems. */
export interface WaiversResult {
  readonly waivers: readonly Waiver[];
  readonly problems: readonly Problem[];
}

/** Reads the `waivers` of a checked value, each with its location. */
export function readWaivers(value: JsonObject, source: Source): WaiversResult {
  const entries = (value.waivers ?? []) as readonly Omit<Waiver, 'where'>[];
  const places = entries.map((_, index) => ['waivers', String(index)]);
  return {
    waivers: entries.map((entry, index) => ({ ...entry, where: source.where(places[index] ?? []) })),
    problems: entries.flatMap(({ until }, index) =>
      until === undefined || isDay(until)
        ? []
        : [source.problem([...(places[index] ?? []), 'until'], `${until} is not a valid date`)],
    ),
  };
}

/** Whether a text is a day of the calendar. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
