import type { Json, JsonObject } from '../../model/json.js';
import type { Arbitrary } from './generators.js';

/** A body that violates exactly one constraint, and which one. */
export interface NearMiss {
  readonly body: Json;
  readonly pointer: string;
  readonly keyword: string;
}

/** Generators of request bodies from the schemas of the subject. */
export interface Bodies {
  /** A body that a creation must accept. */
  body(): Arbitrary<Json>;
  /** A body that a replacement must accept. */
  replacement(): Arbitrary<Json>;
  /** A merge patch (RFC 7396) of one or more writable members with valid values. */
  patch(): Arbitrary<JsonObject>;
  /** A creation body that must be refused. */
  nearMiss(): Arbitrary<NearMiss>;
  /** A replacement body that must be refused. */
  nearMissReplacement(): Arbitrary<NearMiss>;
  /** A body that the action under test must accept in a state that allows it. */
  action(): Arbitrary<Json>;
  /** Up to `most` names of actions of the declared life of an item, legal ones and others. */
  steps(most: number): Arbitrary<readonly string[]>;
  /** A body that the profile declares as well-formed but invalid in meaning. */
  meaningless(): Arbitrary<Json>;
}
