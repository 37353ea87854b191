import { buildPointer, isObject, type Json, parsePointer, readJson, setAtPointer } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';

type Switches = Pick<Collection, 'exclusive' | 'overrides'>;

/** Names of the switches that no item of the run may take from an item of others, unless the profile sets them. */
const listNames = ({ exclusive = [], overrides }: Switches): string[] =>
  exclusive.flatMap((pointer) => (overrides[pointer] === undefined ? parsePointer(pointer).slice(-1) : []));

/** An item that takes over a switch changes the item that had it, so content has it off, also inside of a wrapper. */
export function turnSwitchesOff(collection: Switches, body: Json): Json {
  if ((collection.exclusive ?? []).length === 0) return body;
  const taken = listTurnedOn(body, listNames(collection), []);
  return taken.reduce((prepared, pointer) => setAtPointer(prepared, pointer, false), body);
}

/** The first switch that content turns on: as JSON, as a JSON Patch, or as a form. */
export function findTurnedOn(collection: Switches, content: string | undefined): string | undefined {
  const names = content === undefined ? [] : listNames(collection);
  if (names.length === 0 || content === undefined) return undefined;
  const json = readJson(content);
  if (isObject(json)) return listTurnedOn(json, names, [])[0];
  if (Array.isArray(json)) return names.find((name) => (json as readonly Json[]).some((step) => turnsOn(step, name)));
  const fields = [...new URLSearchParams(content)].filter(([, value]) => /^(true|1|on|yes)$/i.test(value));
  return names.find((name) => fields.some(([field]) => field === name || field.endsWith(`[${name}]`)));
}

function listTurnedOn(body: Json, names: readonly string[], at: readonly string[]): string[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const place = [...at, name];
    return value === true && names.includes(name) ? [buildPointer(place)] : listTurnedOn(value, names, place);
  });
}

/** Whether a step of a JSON Patch (RFC 6902) gives the member the value `true`, alone or in an object. */
function turnsOn(step: Json, name: string): boolean {
  if (!isObject(step) || step.value === undefined) return false;
  if (step.value !== true) return listTurnedOn(step.value, [name], []).length > 0;
  return typeof step.path === 'string' && parsePointer(step.path).at(-1) === name;
}
