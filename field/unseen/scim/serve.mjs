import { randomUUID } from 'node:crypto';
import express from 'express';
import SCIMMY from 'scimmy';
import SCIMMYRouters from 'scimmy-routers';

/** Handlers that keep the resources of one type in a map. */
function storeInMemory(type, taken) {
  const items = new Map();
  const missing = (id) => new SCIMMY.Types.Error(404, null, `Resource ${id} not found`);
  const stamp = () => new Date().toISOString();
  SCIMMY.Resources.declare(SCIMMY.Resources[type], {
    egress: ({ id }) => {
      if (!id) return [...items.values()];
      if (!items.has(id)) throw missing(id);
      return items.get(id);
    },
    ingress: ({ id }, data) => {
      if (id && !items.has(id)) throw missing(id);
      const same = [...items.values()].find((item) => item[taken] === data[taken] && item.id !== id);
      if (same) throw new SCIMMY.Types.Error(409, 'uniqueness', `${taken} is taken`);
      const created = items.get(id)?.meta.created ?? stamp();
      const item = { ...JSON.parse(JSON.stringify(data)), id: id ?? randomUUID() };
      item.meta = { created, lastModified: stamp() };
      items.set(item.id, item);
      return item;
    },
    degress: ({ id }) => {
      if (!items.delete(id)) throw missing(id);
    },
  });
  return items;
}

const users = storeInMemory('User', 'userName');
const groups = storeInMemory('Group', 'displayName');
const meta = { created: '2026-01-01T00:00:00Z', lastModified: '2026-01-01T00:00:00Z' };
for (let index = 1; index <= 25; index++) {
  const id = `00000000-0000-4000-8000-0000000000${index + 10}`;
  users.set(id, { id, userName: `user${index}`, active: true, meta });
}
for (let index = 1; index <= 3; index++) {
  const id = `00000000-0000-4000-9000-0000000000${index + 10}`;
  const members = [...users.keys()].slice(0, index).map((value) => ({ value, type: 'User' }));
  groups.set(id, { id, displayName: `Group ${index}`, members, meta });
}

const app = express();
app.use('/scim/v2', new SCIMMYRouters({ type: 'bearer', handler: () => 'anyone' }));
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}/scim/v2`),
);
process.once('SIGTERM', () => process.exit(0));
