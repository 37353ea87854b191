import { findByName } from '../find-by-name.js';
import { insideWorlds } from './inside/inside.js';
import { outsideWorlds } from './outside.js';
import type { World } from './world.js';

/** The worlds of the demo. */
export const worlds: readonly World[] = [...outsideWorlds, ...insideWorlds];

/** Finds worlds by name. Throws on unknown and duplicate names. */
export function findWorlds(names: readonly string[]): World[] {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`World "${twice}" is named twice.`);
  return names.map((name) => findByName('world', name, worlds));
}
