import { assume, defineRule, type Finding, held, http, inconclusive, needs, values } from '#rule';
import { openPlace } from './_shared/send-write.js';
import { combine, judgeWatchedItem, startWatch, type WatchedStep, watchNamed } from './_shared/watched-items.js';

/** The created item is watched, and what its path and its body name. Controls are reads in place of the repetition. */
export default defineRule({
  clause: 'KEY-01',
  title: 'A POST repeated with its key changes no item',
  otherwise: 'A POST repeated with its key changed an item',
  touches: 'writes',
  reusedItems: 3,
  judgesCreations: 'as they are',
  watches: 'service',
  expectsNoEffect: true,
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed],
  assumes: [
    'creation/created-item-is-readable',
    'safety/get-does-not-change-the-item',
    'replay/repeated-key-creates-one-item',
  ],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), times: values.integer(1, 2) }),
  when: async ({ body, times }, tools) => {
    const tryOnce = async (isRepeated: boolean) => {
      const { items, collection, ...named } = await openPlace(tools);
      const first = await items.post(body, { key: tools.fresh.key(), marked: true });
      const { item, exchange, key } = first;
      const isCreated = item !== undefined && http.hasStatus(exchange, 2) && !http.isPending(exchange);
      assume(isCreated, 'setup', `the creation returned ${exchange.answer?.status}`);
      const watch = watchNamed(startWatch(), named, 'elsewhere');
      watch.add(item, collection, 'elsewhere');
      await watch.readAdded();
      await watch.recordStep([{ exchange: await item.get(), sent: null }]);
      const sent = [];
      while (sent.length < times)
        sent.push(isRepeated ? (await items.post(body, { key, like: first })).exchange : await item.get());
      await watch.recordStep(sent.map((one) => ({ exchange: one, sent: null })));
      return { isRepeated, steps: watch.listSteps() };
    };
    const rounds = [await tryOnce(true)];
    const isMoved = rounds[0]?.steps.some(({ looks }) => looks.some(({ again }) => again));
    for (const isRepeated of isMoved ? [false, true] : []) rounds.push(await tryOnce(isRepeated));
    return rounds;
  },
  then: (rounds, judging) => {
    const judge = (step?: WatchedStep): Finding =>
      combine((step?.looks ?? []).map((look) => judgeWatchedItem(look, step?.writes ?? [], judging)));
    const idle = rounds.flatMap(({ isRepeated, steps }) => (isRepeated ? steps.slice(0, 1) : steps));
    if (idle.some((step) => judge(step).verdict === 'violated')) return inconclusive('noise', 'an item changes anyway');
    const findings = rounds.filter(({ isRepeated }) => isRepeated).map(({ steps }) => judge(steps[1]));
    return findings.find(({ verdict }) => verdict !== 'violated') ?? findings[0] ?? held;
  },
  silentIn: ['two-collections', 'order-parts', 'key-replays-200', 'key-replays-current', 'key-in-flight-409'],
});
