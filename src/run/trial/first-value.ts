import fc from 'fast-check';
import type { Json } from '../../model/json.js';
import type { Arbitrary } from '../../rule/values/generators.js';
import { createBoundaryProperty } from './boundary-property.js';

/** Generates the first value of a trial: an ordinary one. */
export async function drawFirstValue(drawn: Arbitrary<Json>, seed: number): Promise<Json> {
  const [plain = null] = await drawFirstValues(drawn, seed, 1);
  return plain;
}

/** Generates the first values of a trial: an ordinary one, then boundary cases. */
export async function drawFirstValues(drawn: Arbitrary<Json>, seed: number, count: number): Promise<readonly Json[]> {
  const values: Json[] = [];
  const property = createBoundaryProperty(drawn, async (value) => {
    values.push(value);
    return true;
  });
  await fc.check(property, { seed, numRuns: count });
  return values;
}
