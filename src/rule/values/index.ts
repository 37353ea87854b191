/** Generators of the values of a case, and checks of generated bodies. */

export { batch } from './batch.js';
export type { Bodies, NearMiss } from './bodies.js';
export { array, drawAtRandom, integer, oneOf, record } from './generators.js';
export { canBePrepared, describeNearMiss, isStillBroken } from './near-miss.js';
