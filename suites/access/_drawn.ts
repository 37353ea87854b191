import { type Arbitrary, type Bodies, drawAtRandom, type Json, record } from '#rule';

/** What is sent to make an item, and to change it. */
export interface Drawn {
  readonly body: Json;
  readonly replacement: Json;
  readonly patch: Json;
}

/** Changes are drawn by chance: at a corner they would be what the item is already, and nothing would show. */
export const drawn = (bodies: Bodies): Arbitrary<Drawn> =>
  record<Drawn>({
    body: bodies.body(),
    replacement: drawAtRandom(bodies.replacement()),
    patch: drawAtRandom(bodies.patch()),
  });
