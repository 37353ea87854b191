import fc from 'fast-check';
import type { Arbitrary, Json } from '../rule/index.js';
import { corneredProperty } from './property.js';

/** The first value a trial would draw: an ordinary one. */
export async function plainOf(drawn: Arbitrary<Json>, seed: number): Promise<Json> {
  let plain: Json = null;
  const property = corneredProperty(drawn, async (value) => {
    plain = value;
    return true;
  });
  await fc.check(property, { seed, numRuns: 1 });
  return plain;
}
