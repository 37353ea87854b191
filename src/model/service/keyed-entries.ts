import { isObject, type Json, type JsonObject, setAtPointer } from '../json.js';
import { type IdPlaces, readItemId } from './item-id.js';

/** The entries of a list that is an object of items by their ids; an item that does not show its id gets it from its name. */
export const listKeyedEntries = (keyed: JsonObject, places: IdPlaces = { id: { pointer: '/id' } }): readonly Json[] =>
  Object.entries(keyed).map(([key, item]) =>
    isObject(item) && readItemId(item, places) === undefined ? setAtPointer(item, places.id.pointer, key) : item,
  );
