import { findNearestName } from '../nearest-name.js';
import { insideWorlds } from './inside/inside.js';
import { outsideWorlds } from './outside.js';
import type { World } from './world.js';

export type { ServerControls as Stage, World } from './world.js';

/** The difficult circumstances that the demo can be started in. */
export const worlds: readonly World[] = [...outsideWorlds, ...insideWorlds];

/** The worlds of these names. Throws on unknown ones, and on one that is named twice. */
export function findWorlds(names: readonly string[]): World[] {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`World "${twice}" is named twice.`);
  return names.map(findWorld);
}

function findWorld(name: string): World {
  const found = worlds.find((world) => world.name === name);
  if (found) return found;
  const near = findNearestName(
    name,
    worlds.map((world) => world.name),
  );
  throw new Error(`Unknown world "${name}". Did you mean "${near}"?`);
}
