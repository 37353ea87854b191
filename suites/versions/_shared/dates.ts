/** The second in a Deprecation field: a date of RFC 9651 (`@1688169599`), or an HTTP date as in older drafts; `true` has none. */
export function parseDeprecation(field: string): number | undefined {
  const seconds = /^\s*@(-?\d{1,15})\s*(;|$)/.exec(field)?.[1];
  return seconds === undefined ? parseHttpDate(field) : Number(seconds);
}

/** The second in a date of RFC 9110 §5.6.7; undefined for any other text. */
export function parseHttpDate(field: string): number | undefined {
  const isDate = /^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/.test(field);
  const ms = isDate ? Date.parse(field) : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
