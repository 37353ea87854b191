import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { demoDialects, demoProfile, dialects, type Fault, faults, worlds } from '../../../demo/start-demo.js';
import { isObject } from '../../../model/json.js';

/** Selects the dialects of the demo: those chosen, those that the worlds and the fault need, and on the other axes those that make most suites applicable. */
export function chooseDialects(
  chosen: readonly string[],
  fault: string | undefined,
  world: readonly string[] = [],
  known: readonly Fault[] = faults,
): string[] {
  const needed = known.find(({ name }) => name === fault)?.dialect ?? [];
  const axisOf = (wanted: string) => dialects.find(({ name }) => name === wanted)?.axis ?? wanted;
  // The inventory is another service, to which the usual dialects do not apply.
  const usual = [...chosen, ...needed].some(isInventory) ? [] : demoDialects;
  const taken = new Map<string, string>();
  for (const name of [...chosen, ...listWorldDialects(world), ...needed, ...usual]) {
    if (!taken.has(axisOf(name)) || chosen.includes(name)) taken.set(axisOf(name), name);
  }
  return [...new Set([...chosen, ...taken.values()])];
}

/** Writes a profile with what the demo's document cannot express, its dialects and its worlds; returns its path. */
export function writeDialectProfile(chosen: readonly string[], folder: string, world: readonly string[] = []): string {
  const spoken = [...chosen, ...listWorldDialects(world)];
  const variants = dialects.filter(({ name }) => spoken.includes(name)).flatMap(({ profile }) => profile ?? []);
  const around = worlds.filter(({ name }) => world.includes(name)).flatMap(({ profile }) => profile ?? []);
  const parts = spoken.some(isInventory) ? variants.map(omitResources) : [demoProfile, ...variants, ...around];
  const file = resolve(folder, 'demo-profile.json');
  writeFileSync(file, `${JSON.stringify(mergeObjects(parts), null, 2)}\n`);
  return file;
}

const omitResources = ({ resources: _, ...rest }: { readonly resources?: unknown }): object => rest;

const isInventory = (dialect: string): boolean => dialect.startsWith('inventory');

const listWorldDialects = (world: readonly string[]): string[] =>
  worlds.filter(({ name }) => world.includes(name)).flatMap(({ needs = [] }) => needs);

/** Merges parts of a profile: objects member by member, resources by collection, null removes a member; otherwise the later value wins. */
export function mergeObjects(parts: readonly object[]): object {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (value === null) delete merged[name];
    else merged[name] = mergeValues(merged[name], value);
  }
  return merged;
}

function mergeValues(before: unknown, value: unknown): unknown {
  if (isObject(value)) return mergeObjects(isObject(before) ? [before, value] : [value]);
  if (!isResourceList(value) || value.length === 0) return value;
  return mergeByCollection([...(isResourceList(before) ? before : []), ...value]);
}

interface ResourceDeclaration {
  readonly collection: string;
}

function mergeByCollection(resources: readonly ResourceDeclaration[]): object[] {
  const collections = [...new Set(resources.map(({ collection }) => collection))];
  return collections.map((path) => mergeObjects(resources.filter(({ collection }) => collection === path)));
}

const isResourceList = (value: unknown): value is readonly ResourceDeclaration[] =>
  Array.isArray(value) && value.every((entry) => isObject(entry) && 'collection' in entry);
