/** Requests per second from `20`, `'20'` or `'20/s'`; undefined when it is none of these. */
export function parseRate(rate: string | number): number | undefined {
  const [, digits] = /^\s*(\d+(?:\.\d+)?)\s*(?:\/\s*s(?:ec)?)?\s*$/.exec(String(rate)) ?? [];
  const perSecond = Number(digits);
  return digits !== undefined && perSecond > 0 ? perSecond : undefined;
}

/** What to say when a rate cannot be read. */
export const describeRateProblem = (rate: string | number): string =>
  `expected requests per second such as 20 or 20/s, found ${JSON.stringify(rate)}`;
