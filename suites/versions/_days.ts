/** The second that a Deprecation field names: a date of RFC 9651 (`@1688169599`), or a date in words as in older drafts; `true` names none. */
export function deprecatedAt(field: string): number | undefined {
  const seconds = /^\s*@(-?\d{1,15})\s*(;|$)/.exec(field)?.[1];
  return seconds === undefined ? secondOf(field) : Number(seconds);
}

/** The second that a date of RFC 9110 §5.6.7 names; undefined for anything else. */
export function secondOf(field: string): number | undefined {
  const isDate = /^\s*(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d{2}:\d{2}:\d{2}/.test(field);
  const ms = isDate ? Date.parse(field) : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}
