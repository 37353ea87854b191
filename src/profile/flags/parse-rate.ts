/** Parses requests per second from `20`, `'20'` or `'20/s'`; undefined for anything else. */
export function parseRate(rate: string | number): number | undefined {
  const [, digits] = /^\s*(\d+(?:\.\d+)?)\s*(?:\/\s*s(?:ec)?)?\s*$/.exec(String(rate)) ?? [];
  const perSecond = Number(digits);
  return digits !== undefined && perSecond > 0 ? perSecond : undefined;
}

/** The rate that follows the rate-limit fields of the service. */
export const automaticRate = 'auto';

/** The message for an invalid rate; `isAutomatic` says whether `auto` is possible. */
export const describeRateProblem = (rate: string | number, isAutomatic = false): string =>
  `expected requests per second such as 20 or 20/s${isAutomatic ? `, or ${automaticRate}` : ''}, found ${JSON.stringify(rate)}`;
