import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { serveListener } from '../../test/support/scripted-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';

useSteadyClock();

type Show = (item: { readonly id: string; readonly number: number; readonly name: string }) => object;

/** How a service shows an item in its list, alone, and where it was created. */
interface Views {
  readonly entry: Show;
  readonly item: Show;
  readonly created: Show;
}

const rules = ['creation/identity-is-stable', 'creation/location-leads-to-the-item'];

/** Audits a service whose items have no id that all representations show in one member. */
async function auditViews({ entry, item, created }: Views, isDeclared: boolean) {
  const items = new Map<string, { id: string; number: number; name: string }>();
  let last = 4_000;
  const add = (name: string) => {
    last += 1;
    const one = { id: `k${last}-${name.length}`, number: last, name };
    items.set(one.id, one);
    return one;
  };
  add('of another client');
  const { baseUrl } = await serveListener(async (request, response) => {
    const { method, url = '' } = request;
    const answer = (status: number, json?: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json && JSON.stringify(json));
    const key = /^\/things\/([^/?]+)$/.exec(url)?.[1];
    if (key === undefined && !/^\/things(\?|$)/.test(url)) return answer(404);
    const known = items.get(key ?? '');
    if (key !== undefined && !known) return answer(404);
    if (known && method === 'DELETE') return answer(items.delete(known.id) ? 204 : 404);
    if (method === 'GET') return answer(200, known ? item(known) : [...items.values()].map(entry));
    let text = '';
    for await (const chunk of request) text += chunk;
    const name = /^\{"name":"([^"\\]+)"\}$/.exec(text)?.[1];
    if (name === undefined) return answer(400, { title: 'invalid' });
    if (known) return answer(200, item(Object.assign(known, { name })));
    const made = add(name);
    return answer(201, created(made), { location: `/things/${made.id}` });
  });
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1, maxLength: 80 } },
  };
  const resource = {
    ...{
      collection: '/things',
      item: '/things/{id}',
      marker: { field: '/name' },
      create: { schema },
      replace: {},
      delete: { mode: 'hard' as const },
    },
    ...(isDeclared && { id: { pointer: '/id' } }),
  };
  const said = { resources: [resource] };
  const { results } = await audit(await loadProfile({ baseUrl, cwd: '/', env: {}, only: rules, said }), { seed: 1 });
  return rules.map((rule) => results.find((result) => result.rule === rule)?.verdict);
}

const whole: Show = (item) => item;
const withoutId: Show = ({ name }) => ({ name });
const renamed: Show = ({ id, number, name }) => ({ id: number, key: id, name });
const receipt: Show = ({ name }) => ({ id: `receipt of ${name}`, name });

test.each<[string, Views]>([
  ['its list only', { entry: whole, item: withoutId, created: withoutId }],
  ['its list only, while an item has another one', { entry: whole, item: renamed, created: renamed }],
  ['its list and items, and creations show a receipt', { entry: whole, item: whole, created: receipt }],
  ['its items only', { entry: renamed, item: whole, created: whole }],
])('an id at the pointer in %s is no other one', async (_, views) => {
  expect(await auditViews(views, false)).not.toContain('violated');
  expect(await auditViews(views, true)).not.toContain('violated');
});

test('another id in the list is still found', async () => {
  const strange: Show = ({ id, name }) => ({ id: `${id}-other`, name });
  const [said] = await auditViews({ entry: strange, item: whole, created: whole }, true);
  expect(said).toBe('violated');
});
