import { afterEach, describe, expect, test } from 'vitest';
import { createRawClient } from '../../../test/support/raw-client.js';
import { isObject, type Json } from '../service/http/json.js';
import { type Demo, dialects, startDemo } from '../start-demo.js';

let demo: Demo;

afterEach(() => demo?.close());

interface Declared {
  readonly style: string;
  readonly params: Readonly<Record<string, string>>;
  readonly base?: number;
  readonly items: string;
  readonly next?: string;
  readonly total?: string;
}

const styles = dialects
  .filter(({ axis }) => axis === 'pagination')
  .map(({ name, profile }) => ({ name, pagination: (profile as { pagination: Declared }).pagination }));

const at = (body: Json, pointer: string): Json | undefined =>
  pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), body);

describe.each(styles)('$name', ({ name, pagination }) => {
  test('is declared correctly: parameters, and the places of entries, links and total', async () => {
    demo = await startDemo({ dialect: [name, 'small-pages'] });
    const ask = createRawClient(demo.url);
    for (let quantity = 1; quantity <= 5; quantity += 1) await ask('POST', '/orders', { customer: 'Ada', quantity });
    const { params, base, items, next, total } = pagination;
    const { text } = await ask('GET', `/orders?${new URLSearchParams({ [params.size ?? '']: '2' })}`);
    const body = JSON.parse(text) as Json;
    expect(at(body, items)).toHaveLength(2);
    if (total !== undefined) expect(at(body, total)).toBe(5);
    if (next !== undefined) expect(at(body, next)).toBeTruthy();
    const first = params.page ?? params.offset;
    if (first === undefined) return;
    const asked = new URLSearchParams({ [params.size ?? '']: '2', [first]: String(params.page ? base : 0) });
    expect(at(JSON.parse((await ask('GET', `/orders?${asked}`)).text), items)).toEqual(at(body, items));
  });
});

test.each([
  ['over-max-clamps', { overMax: 'clamp' }],
  ['over-max-rejects', { overMax: 'reject' }],
  ['over-max-falls-back', { overMax: 'default' }],
  ['past-end-empty', { pastEnd: 'empty' }],
  ['past-end-404', { pastEnd: 'not-found' }],
  ['past-end-last-page', { pastEnd: 'last-page' }],
  ['small-pages', { defaultSize: 3, maxSize: 7 }],
])('%s is declared', (name, pagination) => {
  expect(dialects.find((dialect) => dialect.name === name)?.profile).toEqual({ pagination });
});
