import {
  assume,
  compare,
  defineRule,
  type Exchange,
  held,
  http,
  inconclusive,
  type Json,
  needs,
  values,
  violated,
} from '#rule';

/** A flag in one operation is a member of the resource; the same flag at the root of item and list is an envelope. */
export default defineRule({
  clause: 'ERR-03',
  title: 'A success is not wrapped in a success flag',
  otherwise: 'Successes are wrapped in a success flag',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.listable],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, client, collection }) => {
    const item = await items.create(body);
    const get = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
    const list = await client.send({ method: 'GET', path: collection.path });
    assume(http.hasStatus(get, 200) && http.hasStatus(list, 200), 'setup', 'item or list did not return 200');
    return { made: item.createdBy, sent: item.sent, get, list };
  },
  then: ({ made, sent, get, list }) => {
    const ofItem = flagsOf(get, sent);
    const shared = flagsOf(list, null).filter((flag) => ofItem.includes(flag));
    const [flag] = ofItem;
    if (shared.length === 0 && flag !== undefined)
      return inconclusive('no-usable-case', `only the item has "${flag}" at its root, so it may be a member of it`);
    if (shared.length === 0) return held;
    return violated({
      expected: 'only the status reports success',
      actual: shared.map((flag) => `"${flag}" at the root`),
      shows: [made, get, list],
    });
  },
  silentIn: ['error-member', 'request-id-in-the-body', 'pagination-offset'],
});

function flagsOf({ answer }: Exchange, sent: Json): string[] {
  const json = answer?.json;
  if (!compare.isObject(json)) return [];
  const isSent = (name: string) => compare.isObject(sent) && Object.hasOwn(sent, name);
  return Object.entries(json)
    .filter(([name, value]) => !isSent(name) && isFlag(name, value, json))
    .map(([name]) => name);
}

function isFlag(name: string, value: Json, beside: { readonly [member: string]: Json }): boolean {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (/^(success|ok|succeeded|issuccess|issuccessful)$/.test(plain)) return typeof value === 'boolean';
  if (!('data' in beside)) return false;
  return (plain === 'code' && value === 0) || (plain === 'status' && value === 'success');
}
