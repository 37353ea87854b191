import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generate } from './generate.js';

const thing = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } } as const;
const createDocument = () => ({
  components: { schemas: { One: thing, Other: { ...thing }, Page: { type: 'array' } } },
});
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test('equal schemas of one document share their generators', () => {
  const root = createDocument();
  const [one, other, page] = ['One', 'Other', 'Page'].map((name) => generate(refer(name), { root }));
  expect(other?.valid).toBe(one?.valid);
  expect(other?.nearMiss).toBe(one?.nearMiss);
  expect(other?.patch).toBe(one?.patch);
  expect(page?.valid).not.toBe(one?.valid);
});

test('a filter of near misses is not shared', () => {
  const root = createDocument();
  const draw = (mayBreak?: () => boolean) => {
    const { nearMiss } = generate(refer('One'), { root, mayBreak });
    return nearMiss && fc.sample(nearMiss, { seed: 1, numRuns: 3 });
  };
  expect(draw()).toHaveLength(3);
  expect(draw(() => false)).toBeUndefined();
  expect(draw()).toHaveLength(3);
});

test('what is generated does not depend on what was generated before', () => {
  const sample = (root: ReturnType<typeof createDocument>, name: string) => {
    const { valid, nearMiss, patch } = generate(refer(name), { root });
    return [valid, nearMiss, patch].map((source) => source && fc.sample<unknown>(source, { seed: 7, numRuns: 20 }));
  };
  const shared = createDocument();
  sample(shared, 'One');
  expect(sample(shared, 'Other')).toEqual(sample(createDocument(), 'Other'));
});

test('a guess is noted for each schema, with what is sent instead', () => {
  const root = { components: { schemas: { Never: { type: 'object', required: ['a'], properties: { a: false } } } } };
  const guess = generate(refer('Never'), { root });
  const example = generate(refer('Never'), { root, example: { a: 1 } });
  expect(guess.notes.join()).toContain('are a guess');
  expect(example.notes.join()).toContain('the example is sent');
});
