import { expect, test } from 'vitest';
import { clock, pause } from '../../src/model/clock.js';
import { isObject, type JsonObject } from '../../src/model/json.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import {
  type ItemService,
  readableCollection,
  runRules,
  startItemService,
} from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

interface Shop {
  /** What appears in the list with a creation, beside the item. */
  readonly beside?: (id: string, size: number) => Readonly<Record<string, JsonObject>>;
  /** Adds an entry with each read of the list, as another client may at any time. */
  readonly isBusy?: true;
  /** Whether entries are ids alone, or sizes alone. */
  readonly isShort: boolean | 'sizes';
}

/** Audits a service that stores nothing but the size of an item, so that no entry shows which creation it is from. */
async function audit({ beside, isBusy, isShort }: Shop) {
  let count = 0;
  const service = await startItemService(({ method, path, json }) => {
    if (path !== '/things') return undefined;
    if (method !== 'POST') {
      if (isBusy) service.things.set(`c${++count}`, { id: `c${count}`, size: 1 });
      const sizes = [...service.things.values()].map(({ size }) => String(size));
      return isShort ? { status: 200, json: isShort === 'sizes' ? sizes : [...service.things.keys()] } : undefined;
    }
    const id = `n${++count}`;
    const size = isObject(json) && typeof json.size === 'number' ? json.size : 1;
    service.things.set(id, { id, size });
    for (const [name, item] of Object.entries(beside?.(id, size) ?? {})) service.things.set(name, item);
    return { status: 201, headers: { location: `/things/${id}` }, json: { id, size } };
  });
  return judge(service.url);
}

async function judge(url: string) {
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id === 'pagination/created-items-are-listed');
  const { marker: _, ...collection } = readableCollection;
  const { outcomes } = await runRules(url, rules, { collections: [collection] });
  return outcomes[0]?.why ?? outcomes[0]?.verdict;
}

const double = (id: string, size: number) => ({ [`${id}x`]: { id: `${id}x`, size } });

test.each([true, false])(
  'a creation that stores two equal items is found where no entry has a marker',
  async (isShort) => {
    expect(await audit({ beside: double, isShort })).toBe('violated');
  },
);

test.each<[string, Shop]>([
  ['nothing', { isShort: true }],
  ['an item with other content', { beside: (id) => ({ [`${id}x`]: { id: `${id}x`, size: 0 } }), isShort: true }],
  ['another name of the item', { beside: (id, size) => ({ [`${id}x`]: { id, size } }), isShort: true }],
  ['what another client creates', { isBusy: true, isShort: true }],
  ['what another client creates, in full', { isBusy: true, isShort: false }],
])('%s beside the created item is no copy of it', async (_, shop) => {
  expect(await audit(shop)).toBe('held');
});

test('what another client creates at intervals while a slow service creates an item is no copy of it', async () => {
  const [everyMs, creationMs] = [30, 60];
  let [count, next] = [0, clock.now() + everyMs];
  const service: ItemService = await startItemService(async ({ method, path }) => {
    if (path !== '/things') return undefined;
    if (method === 'POST') await pause(creationMs);
    const add = () => {
      const cart = { id: `c${++count}`, total: 0 };
      service.things.set(cart.id, cart);
      return cart;
    };
    for (; next <= clock.now(); next += everyMs) add();
    if (method !== 'POST') return undefined;
    const made = add();
    return { status: 201, headers: { location: `/things/${made.id}` }, json: made };
  });
  expect(await judge(service.url)).toBe('held');
});

test('texts that are no ids do not say what is listed', async () => {
  expect(await audit({ isShort: 'sizes' })).toBe('entries of the list show no id');
});
