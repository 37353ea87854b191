import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../service/seeded-random.js';
import { dialects, faults, startDemo } from '../start-demo.js';
import { placeOrder, sampleOrder, startInWorlds } from './worlds.fixture.js';
import { worlds } from './worlds.js';

describe('names of worlds', () => {
  test('are unique, written with hyphens, and have a description', () => {
    const names = [...worlds, ...faults, ...dialects].map(({ name }) => name);
    expect(worlds.filter(({ name }) => names.indexOf(name) !== names.lastIndexOf(name))).toEqual([]);
    for (const { name, says } of worlds) {
      expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(says).toMatch(/^[A-Z0-9].*\.$/);
    }
  });

  test('cause an error when they are unknown, with the nearest one, or repeated', async () => {
    await expect(startDemo({ world: ['lagging-read'] })).rejects.toThrow(
      'Unknown world "lagging-read". Did you mean "lagging-reads"?',
    );
    await expect(startDemo({ world: ['slow', 'slow'] })).rejects.toThrow('World "slow" is named twice.');
  });

  test('of dialects that worlds need exist, and exclude others', async () => {
    const known = dialects.map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(worlds.flatMap(({ needs = [] }) => needs)));
    await expect(startDemo({ world: ['revoked-tokens'], dialect: ['access-basic'] })).rejects.toThrow(
      'exclude each other',
    );
  });
});

test.each(worlds.map(({ name }) => name))(
  '%s: starts a correct service, which does not respond after close',
  async (name) => {
    const demo = await startDemo({ world: [name] });
    const { status } = await fetch(`${demo.url}/`);
    expect(status).toBeLessThan(500);
    await demo.close();
    await expect(fetch(`${demo.url}/`)).rejects.toThrow();
  },
);

test('nests worlds, the first one outermost, around any dialect and fault', async () => {
  const world = ['compressed', 'shared-cache', 'noisy-neighbour'];
  const { demo, ask } = await startInWorlds(world, { dialect: ['ids-integer'], fault: 'put-merges' });
  const path = await placeOrder(ask);
  await ask('PATCH', path, { note: 'stays' });
  const written = await ask('PUT', path, sampleOrder);
  expect([written.body.note, written.headers.vary]).toEqual(['stays', 'Accept-Encoding']);
  await ask('GET', path);
  expect((await ask('GET', path)).headers).toMatchObject({ age: '0', vary: 'Accept-Encoding' });
  expect(demo.orders()).toBe(1);
});

test('draws equal numbers for equal seeds, and others for another seed or name', () => {
  const drawn = (seed: number, name: string) => {
    const chance = createSeededRandom(seed, name);
    return Array.from({ length: 5 }, () => chance.drawInteger(1, 1_000));
  };
  expect(drawn(1, 'a')).toEqual(drawn(1, 'a'));
  expect(drawn(1, 'a')).not.toEqual(drawn(2, 'a'));
  expect(drawn(1, 'a')).not.toEqual(drawn(1, 'b'));
  const many = Array.from(
    { length: 2_000 },
    (
      (chance) => () =>
        chance.drawInteger(1, 4)
    )(createSeededRandom(3)),
  );
  for (const number of [1, 2, 3, 4]) expect(many.filter((one) => one === number).length).toBeGreaterThan(400);
});
