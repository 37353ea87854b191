import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.js';

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

/** Whether an editor can list what a key takes: its values, or its keys. */
function listsValues(node: Node): boolean {
  const shape = all.find(([path]) => `#${path}` === node.$ref)?.[1] ?? node;
  const items = shape.items as Node | undefined;
  return (
    [shape, items ?? {}].some((part) => part.enum || part.type === 'boolean' || part.properties || part.oneOf) ||
    (items !== undefined && items.$ref !== undefined && listsValues(items))
  );
}

describe('profile.schema.json', () => {
  it('is large enough to be the real one', () => expect(keys.length).toBeGreaterThan(100));

  it('has a title and a description for every key', () => {
    const silent = keys.filter(([, node]) => !node.title || !node.description).map(([path]) => path);
    expect(silent).toEqual([]);
  });

  it('has an example or a list of values for every key whose value is not made of other keys', () => {
    const silent = keys.filter(([, node]) => !node.examples && !listsValues(node));
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('has examples and defaults that are valid', () => {
    const wrong = keys.flatMap(([path, node]) => {
      const isValid = compileSchema({ $ref: `profile#${path}` });
      const samples = [...((node.examples as unknown[]) ?? []), ...('default' in node ? [node.default] : [])];
      return samples.filter((sample) => !isValid(sample)).map((sample) => [path, sample]);
    });
    expect(wrong).toEqual([]);
  });

  it('has the default as a value where the description has a single one', () => {
    const named = keys.filter(([, node]) => / Default: [\w/-]+\.$/.test(String(node.description)));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(([, node]) => node.default === undefined).map(([path]) => path)).toEqual([]);
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
