const tokens = {
  alice: 'Bearer alice.wrench-4711',
  bob: 'Bearer bob.piston-0815',
  rita: 'Bearer rita.ledger-1234',
};

/** Sends requests as a user of the service. */
export const as =
  (call, user = 'alice') =>
  (method, path, options = {}) =>
    call(method, path, { ...options, headers: { authorization: tokens[user], ...options.headers } });

const create = async (api, path, body, headers = {}) => {
  const response = await api('POST', path, { body, headers });
  return { path: response.headers.location, id: response.body.id, body: response.body, response };
};

export const addCustomer = (api, body = {}) =>
  create(api, '/customers', { name: 'Ann Example', email: 'ann@example.com', ...body });

export const addVehicle = (api, customer, body = {}) =>
  create(api, `${customer.path}/vehicles`, {
    plate: 'AB 123',
    make: 'Volvo',
    model: '240',
    year: 1988,
    mileage: 100,
    ...body,
  });

/** An order for a new vehicle of a new customer. */
export async function addOrder(api, body = {}) {
  const vehicle = await addVehicle(api, await addCustomer(api));
  const order = await create(api, '/orders', { vehicleId: vehicle.id, title: 'Inspection', ...body });
  return { ...order, vehicle };
}

export const addLine = (api, order, body = {}) =>
  create(api, `${order.path}/lines`, { description: 'Labour', quantity: 1, unitPrice: 100, ...body });

export const addPart = (api, sku, body = {}) =>
  create(api, '/parts', { sku, name: 'Wiper', category: 'body', price: 1500, stock: 3, ...body });

export const addMessage = (api, customer, headers = {}) =>
  create(api, '/messages', { customerId: customer.id, subject: 'Ready', body: 'Your car is ready.' }, headers);

/** Does something to an order. */
export const act = (api, order, ...kinds) =>
  kinds.reduce(async (before, kind) => {
    await before;
    return api('POST', `${order.path}/${kind}`, { body: { note: `${kind} noted` } });
  }, Promise.resolve());

/** How many items a list has on all its pages; at most 30 pages are read. */
export async function walk(api, path, limit = 2) {
  const items = [];
  let cursor = '';
  for (let page = 0; page < 30; page += 1) {
    const { body } = await api('GET', `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`);
    items.push(...body.items);
    if (body.nextCursor === null) return items;
    cursor = `&cursor=${body.nextCursor}`;
  }
  return items;
}

/** A member of all items, in the order of the list. */
export const list = async (api, path) => (await walk(api, path, 50)).map(({ id }) => id);

/** Sends a write with the current entity tag of the item. */
export async function write(api, method, path, body) {
  const { headers } = await api('GET', path);
  return api(method, path, { body, headers: { 'if-match': headers.etag } });
}

export const unknownId = '00000000-0000-4000-8000-000000000000';
