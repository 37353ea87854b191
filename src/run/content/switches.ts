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

/** The first switch that content turns on: as JSON, a list or not, as a JSON Patch, or as a form. */
export function findTurnedOn(collection: Switches, content: string | undefined): string | undefined {
  const names = content === undefined ? [] : listNames(collection);
  if (names.length === 0 || content === undefined) return undefined;
  const json = readJson(content);
  if (isObject(json)) return listTurnedOn(json, names, [])[0];
  if (Array.isArray(json)) return names.find((name) => (json as readonly Json[]).some((entry) => turnsOn(entry, name)));
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

/** Whether an entry of a list has the member on, or a step of a JSON Patch (RFC 6902) gives it the value `true`, alone or in an object. */
function turnsOn(entry: Json, name: string): boolean {
  if (listTurnedOn(entry, [name], []).length > 0) return true;
  if (!isObject(entry) || entry.value !== true || typeof entry.path !== 'string') return false;
  return parsePointer(entry.path).at(-1) === name;
}
