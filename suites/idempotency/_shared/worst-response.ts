import { type Exchange, http } from '#rule';

/** The most significant response: a success that is neither 200 nor 204, else a refusal; undefined without either. */
export const findWorstResponse = (answers: readonly Exchange[]): Exchange | undefined => {
  const odd = answers.filter((exchange) => !http.hasStatus(exchange, 200, 204));
  return odd.find((exchange) => http.hasStatus(exchange, 2)) ?? odd[0];
};
