import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createRawClient } from '../../../test/support/raw-client.js';
import type { FaultSteps } from '../faults/fault.js';
import { createRoleFields } from '../required-fields.fixture.js';
import { createSettings } from '../variants/variants.js';
import { answerRequest, finishAnswer } from './answer-request.js';
import { createProblem } from './http/answer.js';
import { createAnswerServer } from './http/server.js';
import { openService } from './open-service.js';
import { performOrderAction } from './orders/action-handlers.js';

const order = { customer: 'Ada', quantity: 3 };

/** A service with wrapped steps. */
async function start(steps: FaultSteps, ...dialect: readonly string[]) {
  const service = openService(createSettings(dialect), steps);
  const server = createAnswerServer(
    (request) => answerRequest(service, request),
    (request, said) => finishAnswer(service, request, said),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = createRawClient(url, createRoleFields('full', ...dialect));
  const size = () => service.tenants().reduce((sum, { orders }) => sum + orders.byId.size, 0);
  return {
    ask,
    size,
    as: (role: 'limited' | 'otherTenant' | 'expired') => createRawClient(url, createRoleFields(role, ...dialect)),
  };
}

const keyed = (key: string) => ({ 'idempotency-key': key });

test('admits: a write before the access check', async () => {
  const { as, size } = await start(
    {
      admission: (_, decide, proceed) => {
        const refused = decide();
        const done = proceed();
        return refused ?? done;
      },
    },
    'access-bearer',
  );
  expect([(await as('limited')('POST', '/orders', order)).status, size()]).toEqual([403, 1]);
});

test('admits: another tenant and an expired caller are accepted', async () => {
  const { ask, as } = await start(
    { admission: (visit, decide, proceed) => (visit.caller === undefined ? (decide() ?? proceed()) : proceed()) },
    'access-bearer',
  );
  const path = (await ask('POST', '/orders', order)).headers.location ?? '';
  expect((await as('otherTenant')('PATCH', path, { quantity: 9 })).status).toBe(200);
  expect((await as('expired')('GET', path)).body.quantity).toBe(9);
});

test('keys: other scopes and comparisons', async () => {
  const { ask, as, size } = await start(
    { keys: (use, next) => next({ ...use, scope: '', key: use.key.slice(0, 4) }) },
    'access-bearer',
  );
  const first = await ask('POST', '/orders', order, keyed('abcd1'));
  expect((await as('otherTenant')('POST', '/orders', order, keyed('abcd2'))).body.id).toBe(first.body.id);
  expect(size()).toBe(1);
});

test('keys: stored only after the first response', async () => {
  const { ask, size } = await start({
    keys: async (use, next, keys) => {
      if (keys.isKnown(use)) return next(use);
      const made = await use.perform();
      await pause(20);
      await next({ ...use, perform: () => made });
      return made;
    },
  });
  await Promise.all([ask('POST', '/orders', order, keyed('k')), ask('POST', '/orders', order, keyed('k'))]);
  expect(size()).toBe(2);
  await ask('POST', '/orders', order, keyed('k'));
  expect(size()).toBe(2);
});

test('keys: a second request waits for a slow first one', async () => {
  const { ask, size } = await start({
    keys: (use, next) =>
      next({
        ...use,
        perform: async () => {
          await pause(20);
          return use.perform();
        },
      }),
  });
  const post = () => ask('POST', '/orders', order, keyed('k'));
  const [one, other] = await Promise.all([post(), post()]);
  expect([one.text, size()]).toEqual([other.text, 1]);
});

test('keys: whether a response was delivered', async () => {
  const said: boolean[] = [];
  const { ask } = await start({
    keys: (use, next) => {
      void use.visit.wasHandedOver().then((isOver) => said.push(isOver));
      return next(use);
    },
  });
  await ask('POST', '/orders', order, keyed('k'));
  await expect.poll(() => said).toEqual([true]);
});

test('limits: 429 with effect', async () => {
  const { ask, size } = await start({
    limits: (_, decide, proceed) => {
      void proceed();
      return decide() ?? createProblem(429, 'Too much.');
    },
  });
  expect([(await ask('POST', '/orders', order)).status, size()]).toEqual([429, 1]);
});

test('complaints: the service accepts invalid content, and refuses valid content', async () => {
  const { ask } = await start({
    complaints: ({ what }, correct) => (what === 'order' ? [] : [...correct, { pointer: '', detail: 'no' }]),
  });
  const made = await ask('POST', '/orders', { ...order, quantity: 0 });
  expect(made.status).toBe(201);
  expect((await ask('POST', `${made.headers.location}/payment`)).status).toBe(422);
});

test('isTaken: a reference is checked on POST only', async () => {
  const { ask } = await start({ isTaken: ({ method }, correct) => correct && method === 'POST' }, 'unique-reference');
  await ask('POST', '/orders', { ...order, reference: 'a' });
  const path = (await ask('POST', '/orders', order)).headers.location ?? '';
  expect((await ask('POST', '/orders', { ...order, reference: 'a' })).status).toBe(409);
  expect((await ask('PATCH', path, { reference: 'a' })).status).toBe(200);
});

test.each(['links-member', 'links-hal', 'links-header'])(
  'links: a refund is offered when pending, with %s',
  async (name) => {
    const { ask } = await start({ links: ({ id }, correct) => ({ ...correct, refund: `/orders/${id}/refund` }) }, name);
    const { body, headers } = await ask('GET', (await ask('POST', '/orders', order)).headers.location ?? '');
    expect(JSON.stringify([body, headers.link])).toContain('/refund');
  },
);

test('stamp: an entity tag that stays after a change', async () => {
  const { ask } = await start({ stamp: ({ id }) => id }, 'etags');
  const path = (await ask('POST', '/orders', order)).headers.location ?? '';
  const { etag = '' } = (await ask('GET', path)).headers;
  await ask('PATCH', path, { quantity: 9 });
  expect((await ask('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304);
});

test('around: a changed request context', async () => {
  const { ask } = await start(
    {
      around: {
        'PATCH order': (visit, next) => next({ ...visit, headers: { ...visit.headers, 'if-match': undefined } }),
      },
    },
    'etags',
  );
  const path = (await ask('POST', '/orders', order)).headers.location ?? '';
  expect((await ask('PATCH', path, { quantity: 9 }, { 'if-match': '"old"' })).status).toBe(200);
});

test('around: an action that no state allows', async () => {
  const { ask } = await start({
    around: {
      'POST action': ({ service, order: one, action }, next) =>
        one && action ? performOrderAction(service, one, action, {}) : next(),
    },
  });
  const path = (await ask('POST', '/orders', order)).headers.location ?? '';
  expect((await ask('POST', `${path}/refund`)).status).toBe(201);
});

test('respond: changed responses to unknown methods and too large content', async () => {
  const { ask } = await start({
    respond: ({ method }, said) =>
      method === 'LOCK' ? { ...said, headers: {} } : { ...said, headers: { ...said.headers, 'x-seen': method } },
  });
  expect((await ask('LOCK', '/orders')).headers).not.toHaveProperty('allow');
  const large = await ask('POST', '/orders', 'x'.repeat(64 * 1024 + 1));
  expect([large.status, large.headers['x-seen']]).toEqual([413, 'POST']);
});
