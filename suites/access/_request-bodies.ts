import { type Arbitrary, type Bodies, drawAtRandom, type Json, record } from '#rule';

/** The request bodies that create and change an item. */
export interface RequestBodies {
  readonly body: Json;
  readonly replacement: Json;
  readonly patch: Json;
}

/** Changes are random: a boundary value could equal the current value, and the change would not be visible. */
export const drawRequestBodies = (bodies: Bodies): Arbitrary<RequestBodies> =>
  record<RequestBodies>({
    body: bodies.body(),
    replacement: drawAtRandom(bodies.replacement()),
    patch: drawAtRandom(bodies.patch()),
  });
