/** Parses requests per second from `20`, `'20'` or `'20/s'`; undefined for anything else. */
export function parseRate(rate: string | number): number | undefined {
  const [, digits] = /^\s*(\d+(?:\.\d+)?)\s*(?:\/\s*s(?:ec)?)?\s*$/.exec(String(rate)) ?? [];
  const perSecond = Number(digits);
  return digits !== undefined && perSecond > 0 ? perSecond : undefined;
}

/** The message for an invalid rate. */
export const describeRateProblem = (rate: string | number): string =>
  `expected requests per second such as 20 or 20/s, found ${JSON.stringify(rate)}`;
