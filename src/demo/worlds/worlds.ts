import { nearest } from '../nearest-name.js';
import { withinWorlds } from './inside/inside.js';
import { frontWorlds } from './outside.js';
import type { World } from './world.js';

export type { Stage, World } from './world.js';

/** The difficult circumstances that the demo can be started in. */
export const worlds: readonly World[] = [...frontWorlds, ...withinWorlds];

/** The worlds of these names. Throws on unknown ones, and on one that is named twice. */
export function worldsNamed(names: readonly string[]): World[] {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`World "${twice}" is named twice.`);
  return names.map(find);
}

function find(name: string): World {
  const found = worlds.find((world) => world.name === name);
  if (found) return found;
  const near = nearest(
    name,
    worlds.map((world) => world.name),
  );
  throw new Error(`Unknown world "${name}". Did you mean "${near}"?`);
}
