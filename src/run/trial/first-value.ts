import fc from 'fast-check';
import type { Json } from '../../model/json.js';
import type { Arbitrary } from '../../rule/values/generators.js';
import { corneredProperty } from './boundary-property.js';

/** The first value a trial would draw: an ordinary one. */
export async function plainOf(drawn: Arbitrary<Json>, seed: number): Promise<Json> {
  const [plain = null] = await firstOf(drawn, seed, 1);
  return plain;
}

/** The first values a trial would draw: an ordinary one, then those at the corners. */
export async function firstOf(drawn: Arbitrary<Json>, seed: number, count: number): Promise<readonly Json[]> {
  const values: Json[] = [];
  const property = corneredProperty(drawn, async (value) => {
    values.push(value);
    return true;
  });
  await fc.check(property, { seed, numRuns: count });
  return values;
}
