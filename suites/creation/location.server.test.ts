import { expect, test } from 'vitest';
import { isObject } from '../../src/model/json.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { readableCollection, runRules, startItemService } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

interface Shop {
  /** The Location of an item. */
  readonly at: (id: string) => string;
  /** A link in each representation. */
  readonly link?: (id: string) => string;
  /** The status for paths that are no items. */
  readonly elsewhere?: number;
  readonly servers?: readonly string[];
}

/** Audits a service that returns nothing of a created item but its Location. */
async function audit({ at, link, elsewhere = 404, servers }: Shop) {
  let count = 0;
  const service = await startItemService(({ method, path, json }) => {
    if (method === 'POST' && isObject(json)) {
      count += 1;
      const id = `n${count}`;
      service.things.set(id, { ...json, id, ...(link && { href: link(id) }) });
      return { status: 201, headers: { location: at(id) } };
    }
    return path.startsWith('/things') ? undefined : { status: elsewhere };
  });
  const rules = (await loadRuleSet()).rules.filter(({ id }) => id === 'creation/location-leads-to-the-item');
  const document = servers && { openapi: '3.0.3', servers: servers.map((url) => ({ url })), paths: {} };
  const { outcomes, leftovers } = await runRules(service.url, rules, {
    collections: [readableCollection],
    ...(document && { document }),
  });
  expect([service.things.size, leftovers]).toEqual([0, []]);
  return outcomes[0]?.verdict;
}

test.each<[string, Shop]>([
  ['an inside host and a prefix', { at: (id) => `http://cell-2.internal:8443/inner/things/${id}` }],
  ['an address of a private network and a prefix', { at: (id) => `http://10.1.2.3/inner/things/${id}` }],
  ['a name without a domain and a prefix', { at: (id) => `http://cell-2:8080/inner/things/${id}` }],
  ['a prefix', { at: (id) => `/inner/things/${id}` }],
  [
    'a prefix that no server of the document has',
    { at: (id) => `https://cell-2.example/inner/things/${id}`, servers: ['https://shop.example/v1'] },
  ],
])('a Location with %s, at which nothing is, is found', async (_, shop) => {
  expect(await audit(shop)).toBe('violated');
});

test.each<[string, Shop, string]>([
  ['names an inside host', { at: (id) => `http://cell-2.internal:8443/things/${id}` }, 'inconclusive'],
  ['names a public host', { at: (id) => `https://shop.example/things/${id}` }, 'inconclusive'],
  [
    'names the host of a link of the item',
    { at: (id) => `https://shop.example/things/${id}`, link: (id) => `https://shop.example/things/${id}` },
    'held',
  ],
  [
    'names the host of a server that the document describes',
    { at: (id) => `https://shop.example/things/${id}`, servers: ['https://shop.example'] },
    'held',
  ],
  ['names no host', { at: (id) => `/things/${id}` }, 'held'],
])('where a Location %s, the item at its path is not all that is promised', async (_, shop, verdict) => {
  expect(await audit(shop)).toBe(verdict);
});

test.each<[string, Shop]>([
  ['names a public host, whose gateway may remove a prefix', { at: (id) => `https://shop.example/inner/things/${id}` }],
  ['names the public host', { at: (id) => `https://shop.example/things/${id}` }],
  [
    'has a prefix that links of items have, too',
    { at: (id) => `https://shop.example/inner/things/${id}`, link: (id) => `https://shop.example/inner/things/${id}` },
  ],
  [
    'has the prefix of a server that the document describes',
    { at: (id) => `https://shop.example/inner/things/${id}`, servers: ['https://shop.example/inner'] },
  ],
  ['leads where reading is refused', { at: (id) => `/inner/things/${id}`, elsewhere: 403 }],
])('a Location is no violation that %s', async (_, shop) => {
  expect(await audit(shop)).not.toBe('violated');
});
