import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Node = { readonly [key: string]: unknown };

const schema: Node = JSON.parse(readFileSync(new URL('../profile.schema.json', import.meta.url), 'utf8'));

/** Every subschema together with the path that leads to it. */
function* walk(node: unknown, path: string): Generator<[path: string, node: Node]> {
  if (typeof node !== 'object' || node === null) return;
  yield [path, node as Node];
  for (const [key, child] of Object.entries(node)) yield* walk(child, `${path}/${key}`);
}

const all = [...walk(schema, '')];
const keys = all.filter(([path]) => /\/properties\/[^/]+$/.test(path));

describe('profile.schema.json', () => {
  it('is large enough to be the real one', () => expect(keys.length).toBeGreaterThan(100));

  it('has a title and a description for every key', () => {
    const silent = keys.filter(([, node]) => !node.title || !node.description).map(([path]) => path);
    expect(silent).toEqual([]);
  });

  it('declares for every mapping whether other keys are allowed', () => {
    const vague = all.filter(([, node]) => typeof node.properties === 'object' && node.type !== undefined);
    expect(vague.filter(([, node]) => node.additionalProperties === undefined).map(([path]) => path)).toEqual([]);
  });

  it('describes every pattern in words', () => {
    const patterns = all.filter(([, node]) => typeof node.pattern === 'string');
    expect(patterns.filter(([, node]) => !node.$comment).map(([path]) => path)).toEqual([]);
  });
});
