import { type Exchange, getHeader, hasStatus } from '../../model/exchange.js';

/**
 * Whether a refusal is about the caller: 401, or 403 for its rights or its rate. A 403 is not about its rights where a valid
 * request of the same caller to the same operation succeeded (`isAllowed`).
 *
 * @example
 * if (http.isAboutCaller(asked, http.hasStatus(control, 2))) return inconclusive('refused', 'POST returned 403');
 */
export const isAboutCaller = (exchange: Pick<Exchange, 'answer'>, isAllowed: boolean): boolean =>
  hasStatus(exchange, 401) || (hasStatus(exchange, 403) && (!isAllowed || isAboutRate(exchange)));

/** Some services refuse a caller that sends too much with 403. */
const isAboutRate = ({ answer }: Pick<Exchange, 'answer'>): boolean =>
  getHeader(answer, 'retry-after') !== undefined || remainingNames.some((name) => getHeader(answer, name) === '0');

const remainingNames = ['ratelimit-remaining', 'x-ratelimit-remaining', 'x-rate-limit-remaining'];
