import type { Json } from '../model/json.js';
import type { Collection } from '../model/service/subject.js';
import type { Bodies } from '../rule/values/bodies.js';
import { createBodies } from './trial/case-bodies.js';

/** What is known about the noise of a collection. */
export interface Noise {
  /** Pointers of members that change without a write, array positions as `*`. */
  readonly volatile: readonly string[];
  /** Whether the id of a deleted item is given to the next created item. */
  readonly reusesIds?: boolean;
  /** The id of an item as content shows it, where its address has it in another case. */
  readonly idInOtherCase?: string;
  /** The member that has a created item in its representation, where nothing said so. */
  readonly itemMember?: string;
  /** Why the noise could not be learned. */
  readonly trouble?: string;
}

/**
 * What is known of the service, from the survey on. It never changes: a correction or new noise gives the next version, and a trial
 * keeps the version with which it began.
 */
export interface ServiceModel {
  /** Each with its facts and their sources. */
  readonly collections: readonly Collection[];
  readonly bodies: ReadonlyMap<string, Bodies>;
  /** By collection name; empty before the calibration. */
  readonly noise: ReadonlyMap<string, Noise>;
  readonly notes: readonly string[];
}

/** The first version: what the survey found. References in schemas resolve in `document`. */
export const createServiceModel = (collections: readonly Collection[], document: Json | undefined): ServiceModel => ({
  collections,
  bodies: new Map(collections.map((one) => [one.name, createBodies(one, document)])),
  noise: new Map(),
  notes: [],
});

/** The next version, with this collection in the place of that of the same name. */
export const replaceCollection = (
  model: ServiceModel,
  known: Collection,
  document: Json | undefined,
): ServiceModel => ({
  ...model,
  collections: model.collections.map((one) => (one.name === known.name ? known : one)),
  bodies: new Map(model.bodies).set(known.name, createBodies(known, document)),
});

/** The next version, in which the noise of one collection is this. */
export const setNoise = (model: ServiceModel, name: string, noise: Noise): ServiceModel => ({
  ...model,
  noise: new Map(model.noise).set(name, noise),
});
