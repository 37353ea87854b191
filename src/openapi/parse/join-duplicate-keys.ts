import type * as Yaml from 'yaml';
import type { Pair, YAMLMap } from 'yaml';

/**
 * Joins pairs of the same key in all maps of a YAML document, because a path that is described twice, once for each
 * method, is meant to have both. Values that are not both maps are replaced by the last one. Returns the positions of the
 * keys that were joined, in the order of the text. `yaml` is the library that parsed the document.
 */
export function joinDuplicateKeys(root: unknown, yaml: typeof Yaml): number[] {
  const positions: number[] = [];
  const visit = (node: unknown): void => {
    if (yaml.isMap(node)) {
      joinPairs(node, positions, yaml);
      for (const { value } of node.items) visit(value);
    } else if (yaml.isSeq(node)) for (const item of node.items) visit(item);
  };
  visit(root);
  return positions.sort((a, b) => a - b);
}

function joinPairs(map: YAMLMap, positions: number[], { isMap, isNode, isScalar }: typeof Yaml): void {
  const firsts = new Map<unknown, Pair>();
  for (const pair of map.items) {
    const { key } = pair;
    const name = isScalar(key) ? readScalarKey(key.value) : String(key);
    const first = firsts.get(name);
    if (!first) {
      firsts.set(name, pair);
      continue;
    }
    positions.push((isNode(key) && key.range?.[0]) || 0);
    if (isMap(first.value) && isMap(pair.value)) first.value.items.push(...pair.value.items);
    else first.value = pair.value;
  }
  if (firsts.size < map.items.length) map.items = [...firsts.values()];
}

/** The key as a member of an object; a merge key is a symbol of its own, so that several are kept. */
const readScalarKey = (value: unknown): unknown => (typeof value === 'symbol' ? value : String(value));
