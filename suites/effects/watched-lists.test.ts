import { describe, expect, it } from 'vitest';
import { judgeLists, readListsAround, type WatchedList } from './_shared/watched-lists.js';

/** Reads of a list: the requests under test add entries, and another client one at the end of each round in which it is due. */
function createRounds(isDue: (round: number) => boolean, added: number) {
  const entries: string[] = [];
  let [round, reads] = [-1, 0];
  const walk = async () => {
    reads += 1;
    // The first round reads once before the requests under test, the others twice.
    if (reads === (round === 0 ? 2 : 3) && isDue(round)) entries.push(`other ${round}`);
    return { entries: [...entries], ended: 'end', pages: [] };
  };
  const list = { path: '/notes', isWritable: true, items: { walk, readId: (id: string) => id } };
  const prepare = async () => {
    [round, reads] = [round + 1, 0];
    return [list as unknown as WatchedList];
  };
  const treat = async () => {
    for (let i = 0; i < added; i += 1) entries.push(`own ${round} ${i}`);
    return [];
  };
  return readListsAround(prepare, treat);
}

describe('watched lists', () => {
  const judge = async (isDue: (round: number) => boolean, added: number) => {
    const rounds = await createRounds(isDue, added);
    return { verdict: judgeLists(rounds, '').verdict, rounds: rounds.length };
  };

  it('violate the rule where each treated round adds an entry, and no other round does', async () => {
    expect(await judge(() => false, 1)).toEqual({ verdict: 'violated', rounds: 6 });
  });

  it.each([
    ['in every second round', (round: number) => round % 2 === 0],
    ['in every third round', (round: number) => round % 3 === 0],
    ['in every fifth round', (round: number) => round % 5 === 0],
    ['in two rounds of four', (round: number) => round % 4 < 2],
    ['in every round', () => true],
  ])('violate no rule where another client adds an entry %s', async (_, isDue) => {
    expect((await judge(isDue, 0)).verdict).not.toBe('violated');
  });

  it('are read once where nothing was added', async () => {
    expect(await judge(() => false, 0)).toEqual({ verdict: 'held', rounds: 1 });
  });
});
