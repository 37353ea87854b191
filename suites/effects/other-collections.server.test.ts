import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { Operation } from '../../src/model/service/operation.js';
import type { Collection } from '../../src/model/service/subject.js';
import {
  type ReceivedRequest,
  runRules,
  type StubResponse,
  startItemService,
  testCollection,
} from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import rule from './writing-an-item-keeps-what-is-elsewhere.js';

useSteadyClock();

const at = (operation: Operation | undefined, method: Operation['method'], path: string) =>
  ({ ...operation, method, path }) as Operation;

const createCollection = (name: string, path: string, parts: Partial<Collection>): Collection => {
  const { replace: _, ...rest } = testCollection;
  return {
    ...rest,
    ...{ name, path, itemPath: `${path}/{id}`, marker: '/name' },
    list: at(rest.list, 'GET', path),
    create: at(rest.create, 'POST', path),
    read: at(rest.list, 'GET', `${path}/{id}`),
    remove: at(rest.remove, 'DELETE', `${path}/{id}`),
    ...parts,
  };
};
const parents = [{ place: '{projectId}', collection: 'projects' }];
const collections = [
  createCollection('projects', '/projects', {}),
  createCollection('transfers', '/projects/{projectId}/transfers', { parents }),
  createCollection('labels', '/projects/{projectId}/labels', { parents, apart: ['transfers', 'projects'] }),
];

/** Projects with transfers and labels. A creation in one of the named collections renames its project. */
function respondAs(renaming: readonly string[]) {
  const stored = new Map<string, JsonObject>();
  return ({ method, path: target, json }: ReceivedRequest): StubResponse => {
    const path = target.split('?')[0] as string;
    const below = path.split('/').length % 2 === 0;
    if (method === 'POST') {
      const item = { ...(json as JsonObject), id: `i${stored.size}` };
      stored.set(`${path}/${item.id}`, item);
      const [, , project, name = ''] = path.split('/');
      const above = stored.get(`/projects/${project}`);
      if (above && renaming.includes(name)) stored.set(`/projects/${project}`, { ...above, name: `with ${item.id}` });
      return { status: 201, headers: { location: `${path}/${item.id}` }, json: item };
    }
    if (below)
      return { status: 200, json: [...stored].filter(([one]) => one.startsWith(`${path}/`)).map(([, item]) => item) };
    const item = stored.get(path);
    if (item === undefined) return { status: 404 };
    if (method !== 'DELETE') return { status: 200, json: item };
    stored.delete(path);
    return { status: 204 };
  };
}

test.each<[string, readonly string[], string]>([
  ['the creation of a watched item changes what both are below', ['transfers'], 'held'],
  ['the written item changes what it is below', ['labels'], 'violated'],
])('where %s', async (_name, renaming, verdict) => {
  const service = await startItemService(respondAs(renaming));
  const { outcomes } = await runRules(
    service.url,
    [{ id: 'effects/elsewhere', rule: { ...rule, level: 'MUST', family: 'convention', elsewhere: undefined } }],
    {
      collections,
      limits: { cases: 2 },
    },
  );
  const outcome = outcomes.find(({ trial }) => trial.subject.name === 'labels');
  expect(outcome?.verdict, outcome?.why).toBe(verdict);
});
