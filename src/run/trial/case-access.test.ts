import { expect, test } from 'vitest';
import type { CaseRequest } from '../content/request-content.js';
import type { CaseClient } from '../items/case-client.js';
import { ClaimQueue } from '../schedule/claim-queue.js';
import { CaseAccess } from './case-access.js';

const turn = () => new Promise(setImmediate);

/** Opens the same list for several cases; each logs the requests that are sent for it. */
function openCases(names: readonly string[], { mayChange = false, own = '', givesWay = '' } = {}) {
  const log: string[] = [];
  const queue = new ClaimQueue();
  const cases = names.map((name) => {
    const access = new CaseAccess(queue.open(), {
      ...{ list: '/items', mayChange, givesWay: givesWay === name, isOwn: (path) => path === own },
    });
    const wire = {
      send: async ({ method }: CaseRequest) => {
        log.push(`${name} ${method}`);
        await turn();
      },
    } as unknown as CaseClient;
    const order = (method: string, path: string) => {
      const request = { method, path } as CaseRequest;
      return access.order(request, wire, () => wire.send(request));
    };
    return {
      announce: () => access.announce(),
      change: (go: () => Promise<unknown>) => access.change(go),
      end: () => access.end(),
      read: (path = '/items') => order('GET', path),
      write: () => order('POST', '/items'),
    };
  });
  return { log, cases };
}

test('a case writes only when no other case reads the list', async () => {
  const { log, cases } = openCases(['a', 'b']);
  const [a, b] = cases;
  await a?.read();
  const written = b?.write();
  await turn();
  await a?.read();
  expect(log).toEqual(['a GET', 'a GET']);
  a?.end();
  await written;
  expect(log).toEqual(['a GET', 'a GET', 'b POST']);
});

test('cases read together, and write together', async () => {
  const { log, cases } = openCases(['a', 'b']);
  await Promise.all(cases.map(({ read }) => read()));
  const writes = cases.map(({ write }) => write());
  await Promise.all(writes);
  expect([log.slice(0, 2), log.slice(2).toSorted()]).toEqual([
    ['a GET', 'b GET'],
    ['a POST', 'b POST'],
  ]);
});

test('a case that writes ends its own reading, and waits before it reads again', async () => {
  const { log, cases } = openCases(['a', 'b']);
  const [a, b] = cases;
  await a?.read();
  await a?.write();
  const slow = b?.change(async () => {
    await turn();
    log.push('b changed');
  });
  await turn();
  await Promise.all([slow, a?.read()]);
  expect(log).toEqual(['a GET', 'a POST', 'b changed', 'a GET']);
});

test('reads of own items wait for nothing', async () => {
  const { log, cases } = openCases(['a', 'b'], { own: '/items/1' });
  const [a, b] = cases;
  await a?.read('/items/1');
  await b?.write();
  expect(log).toEqual(['a GET', 'b POST']);
});

test('where others may write, only other readings are waited for', async () => {
  const { log, cases } = openCases(['a', 'b'], { mayChange: true });
  const [a, b] = cases;
  await a?.read();
  await b?.write();
  expect(log).toEqual(['a GET', 'b POST']);
});

test('a case that gives way reads together with others, after all that they write before', async () => {
  const { log, cases } = openCases(['a', 'b'], { givesWay: 'a' });
  const [a, b] = cases;
  for (const one of cases) one.announce();
  const read = a?.read();
  await turn();
  expect(log).toEqual([]);
  await b?.write();
  await b?.write();
  await b?.read();
  await read;
  expect(log).toEqual(['b POST', 'b POST', 'b GET', 'a GET']);
});

test('a case that writes twice is not kept from the second one by a reader that waited for the first', async () => {
  const { log, cases } = openCases(['a', 'b']);
  const [a, b] = cases;
  const written = b?.write();
  const read = a?.read();
  await written;
  await b?.write();
  await read;
  expect(log).toEqual(['b POST', 'b POST', 'a GET']);
});

test('a case that gives way does not wait for those that are over, or have not begun', async () => {
  const { log, cases } = openCases(['a', 'b', 'c'], { givesWay: 'a' });
  const [a, b] = cases;
  b?.announce();
  const read = a?.read();
  await turn();
  expect(log).toEqual([]);
  b?.end();
  await read;
  expect(log).toEqual(['a GET']);
});

test('a request that a case still sends when it is over keeps no other case from writing', async () => {
  const { log, cases } = openCases(['a', 'b']);
  const [a, b] = cases;
  a?.announce();
  await a?.read();
  a?.end();
  // The case was ended by the failure of another request, and one that was under way goes on to the next page.
  await a?.read();
  await b?.write();
  expect(log).toEqual(['a GET', 'a GET', 'b POST']);
  a?.announce();
  await a?.read();
  const written = b?.write();
  await turn();
  expect(log).toEqual(['a GET', 'a GET', 'b POST', 'a GET']);
  a?.end();
  await written;
});

test('a case creates its first items while others are removed, and sends all other requests after that', async () => {
  const log: string[] = [];
  let end = () => {};
  const removed = new Promise<void>((resolve) => {
    end = resolve;
  });
  const wire = { send: async ({ method }: CaseRequest) => void log.push(method) } as unknown as CaseClient;
  const access = new CaseAccess(new ClaimQueue().open(), { awaitRemovals: () => removed, isOwn: () => false });
  const order = (method: string) => {
    const request = { method, path: '/items' } as CaseRequest;
    return access.order(request, wire, () => wire.send(request));
  };
  await order('POST');
  await order('POST');
  const read = order('GET');
  const third = order('POST');
  await turn();
  expect(log).toEqual(['POST', 'POST']);
  end();
  await Promise.all([read, third]);
  expect(log.toSorted()).toEqual(['GET', 'POST', 'POST', 'POST']);
});

test('each list is claimed for itself', async () => {
  const queue = new ClaimQueue();
  const openList = (list: string) => new CaseAccess(queue.open(), { list, isOwn: () => false });
  const wire = {} as CaseClient;
  const reading = openList('/a');
  await reading.order({ method: 'GET', path: '/a' }, wire, async () => {});
  expect(await openList('/b').change(async () => 'changed')).toBe('changed');
  const waiting = openList('/a').change(async () => 'changed');
  expect(await Promise.race([waiting, turn().then(() => 'waits')])).toBe('waits');
  reading.end();
  reading.end();
  expect(await waiting).toBe('changed');
});

test('a case gives its place back while its first request is under way, if that may create what it needs', async () => {
  const run = async (methods: readonly string[]) => {
    const log: string[] = [];
    const prepare = () => {
      log.push('gives back');
      return () => void log.push('takes');
    };
    const access = new CaseAccess(new ClaimQueue().open(), { prepare, isOwn: () => false });
    for (const method of methods as readonly CaseRequest['method'][])
      await access.order({ method, path: '/items' }, {} as CaseClient, async () => void log.push(method));
    access.end();
    return log;
  };
  expect(await run(['POST', 'GET'])).toEqual(['gives back', 'POST', 'takes', 'GET', 'takes']);
  expect(await run(['GET', 'POST'])).toEqual(['GET', 'POST']);
  expect(await run(['POST'])).toEqual(['gives back', 'POST', 'takes']);
});
