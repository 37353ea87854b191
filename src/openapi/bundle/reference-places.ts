import { isObject, type Json, type JsonObject } from '../../model/json.js';
import { dataKeys, namedKeys } from '../repair/named-keys.js';

export interface NodePlace {
  /** Whether the keys of this node are user-defined names. */
  readonly isNamed: boolean;
  readonly isSchema: boolean;
  readonly pointer: string;
  /** Pointer of the enclosing schema with definitions or an `$id` of its own. */
  readonly resource: string;
}

export const rootPlace: NodePlace = { isNamed: false, isSchema: false, pointer: '', resource: '' };

const schemaKeys = new Set(['schema', 'schemas', 'definitions']);

/** Whether the content of a key is data, in which `$ref` has no meaning. */
export const isData = (place: NodePlace, name: string): boolean => !place.isNamed && dataKeys.has(name);

/** Returns the place of a member or an entry. */
export function createChildPlace(place: NodePlace, node: Json, name: string): NodePlace {
  const isNamed = isObject(node) && !place.isNamed && namedKeys.has(name);
  const isResource = isObject(node) && ['$id', '$defs', 'definitions'].some((key) => typeof node[key] !== 'undefined');
  return {
    isNamed,
    isSchema: place.isSchema || (!place.isNamed && schemaKeys.has(name)),
    pointer: `${place.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    resource: isResource && !place.isNamed && place.pointer !== '' ? place.pointer : place.resource,
  };
}

const listMappedFiles = (discriminator: Json | undefined): string[] => {
  const mapping: JsonObject = isObject(discriminator) && isObject(discriminator.mapping) ? discriminator.mapping : {};
  return Object.values(mapping).filter((to): to is string => typeof to === 'string' && isFileReference(to));
};

/** Whether a mapping value refers to a file; a single word is a schema name. */
export const isFileReference = (to: string): boolean => !to.startsWith('#') && /[/#]|\.(json|ya?ml)$/i.test(to);

/** Lists every `$ref` in a file, unresolved. */
export function listReferences(value: Json): string[] {
  const found = new Set<string>();
  collectReferences(value, false, found);
  return [...found];
}

function collectReferences(node: Json, isNamed: boolean, found: Set<string>): void {
  if (Array.isArray(node)) for (const entry of node as readonly Json[]) collectReferences(entry, false, found);
  if (!isObject(node)) return;
  if (typeof node.$ref === 'string') found.add(node.$ref);
  for (const to of listMappedFiles(node.discriminator)) found.add(to);
  for (const [name, child] of listMembersToVisit(node, isNamed))
    collectReferences(child, !isNamed && namedKeys.has(name), found);
}

const listMembersToVisit = (node: JsonObject, isNamed: boolean): [string, Json][] =>
  Object.entries(node).filter(([name, child]) => typeof child === 'object' && (isNamed || !dataKeys.has(name)));
