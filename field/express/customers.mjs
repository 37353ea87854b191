import { Router } from 'express';
import { matching, nullable, read, text } from './checks.mjs';
import { sendPage } from './pages.mjs';
import { Conflict, NotFound } from './problems.mjs';
import { add, change } from './store.mjs';

const members = {
  name: { check: text(1, 100), isRequired: true },
  email: { check: matching(/^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/, 'an e-mail address'), isRequired: true },
  phone: { check: nullable(matching(/^\+?[\d ]{3,20}$/, 'a telephone number')) },
};

/** People who order. No two of them have the same address, and nobody leaves behind orders. */
export function customers(store) {
  const router = Router();
  router.param('id', (request, _response, next, id) => {
    request.customer = store.customers.get(id);
    next(request.customer ? undefined : new NotFound(`There is no customer ${id}.`));
  });

  router.get('/', (request, response) => sendPage(request, response, [...store.customers.values()]));
  router.post('/', (request, response) => {
    const values = read(request.body, members);
    refuseTaken(values.email);
    const customer = add(store.customers, values);
    response.status(201).location(`/customers/${customer.id}`).json(customer);
  });

  router.get('/:id', (request, response) => response.json(request.customer));
  router.put('/:id', (request, response) => response.json(update(request, read(request.body, members))));
  router.patch('/:id', (request, response) =>
    response.json(update(request, read(request.body, members, { isPart: true }))),
  );
  router.delete('/:id', ({ customer }, response) => {
    const hasOrders = [...store.orders.values()].some(({ customerId }) => customerId === customer.id);
    if (hasOrders) throw new Conflict('The customer has orders.');
    store.customers.delete(customer.id);
    response.status(204).end();
  });
  return router;

  function update({ customer }, values) {
    if (values.email !== undefined) refuseTaken(values.email, customer.id);
    return change(store.customers, customer, values);
  }

  function refuseTaken(email, except) {
    const isTaken = [...store.customers.values()].some((other) => other.email === email && other.id !== except);
    if (isTaken) throw new Conflict('Another customer has this e-mail address.');
  }
}
