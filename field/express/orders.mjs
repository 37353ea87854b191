import { Router } from 'express';
import { integer, nullable, oneOf, read, text } from './checks.mjs';
import { sendPage } from './pages.mjs';
import { Conflict, Invalid, NotFound } from './problems.mjs';
import { add, change } from './store.mjs';

const members = {
  customerId: { check: text(1, 36), isRequired: true },
  article: { check: text(1, 80), isRequired: true },
  quantity: { check: integer(1, 1000), isRequired: true },
  shipping: { check: oneOf(['standard', 'express']), fallback: 'standard' },
  note: { check: nullable(text(0, 500)) },
};

/** Orders of customers. `status` is the service's own: it changes by way of a cancellation. */
export function orders(store) {
  const router = Router();
  router.param('id', (request, _response, next, id) => {
    request.order = store.orders.get(id);
    next(request.order ? undefined : new NotFound(`There is no order ${id}.`));
  });

  router.get('/', (request, response) => sendPage(request, response, [...store.orders.values()]));
  router.post('/', (request, response) => {
    const values = checked(read(request.body, members));
    const order = add(store.orders, { ...values, status: 'pending' });
    response.status(201).location(`/orders/${order.id}`).json(order);
  });

  router.get('/:id', (request, response) => response.json(request.order));
  router.put('/:id', ({ order, body }, response) =>
    response.json(change(store.orders, order, checked(read(body, members)))),
  );
  router.patch('/:id', ({ order, body }, response) =>
    response.json(change(store.orders, order, checked(read(body, members, { isPart: true })))),
  );
  router.delete('/:id', ({ order }, response) => {
    store.orders.delete(order.id);
    store.cancellations.delete(order.id);
    response.status(204).end();
  });
  router.use('/:id/cancellation', cancellation(store));
  return router;

  function checked(values) {
    if (values.customerId !== undefined && !store.customers.has(values.customerId)) {
      throw new Invalid([{ pointer: '/customerId', detail: 'must be the id of a customer' }]);
    }
    return values;
  }
}

const reasons = { reason: { check: text(1, 200), isRequired: true } };

/** The record of an order being cancelled: made once, and read ever after. */
function cancellation(store) {
  const router = Router({ mergeParams: true });
  router.get('/', ({ order }, response) => {
    const record = store.cancellations.get(order.id);
    if (!record) throw new NotFound('The order is not cancelled.');
    response.json(record);
  });
  router.post('/', ({ order, body }, response) => {
    const { reason } = read(body, reasons);
    if (order.status !== 'pending') throw new Conflict(`The order is ${order.status}.`);
    const record = { orderId: order.id, date: new Date().toISOString(), reason, author: 'staff' };
    store.cancellations.set(order.id, record);
    change(store.orders, order, { status: 'cancelled' });
    response.status(201).location(`/orders/${order.id}/cancellation`).json(record);
  });
  return router;
}
