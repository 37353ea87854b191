import { dialects, type World } from '../../src/demo/start-demo.js';

/** The dialects without those that a world replaces by its own. */
export function removeReplacedDialects(dialect: readonly string[], { needs = [] }: World): string[] {
  const replaced = new Set(needs.map(findAxis));
  return dialect.filter((name) => !replaced.has(findAxis(name)));
}

const findAxis = (wanted: string): string | undefined => dialects.find(({ name }) => name === wanted)?.axis;
