import { answered, type Exchange } from '#rule';

/** The answer among several that says most: a success that is neither 200 nor 204, else a refusal; undefined when all are as they should be. */
export const worstAnswer = (answers: readonly Exchange[]): Exchange | undefined => {
  const odd = answers.filter((exchange) => !answered(exchange, 200, 204));
  return odd.find((exchange) => answered(exchange, 2)) ?? odd[0];
};
