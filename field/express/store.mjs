import { randomUUID } from 'node:crypto';

/** All that the service keeps, in the order in which it came. */
export const createStore = () => ({ customers: new Map(), orders: new Map(), cancellations: new Map() });

/** Adds a new thing to a table. */
export function add(table, values) {
  const now = new Date().toISOString();
  const row = { id: randomUUID(), ...values, createdAt: now, updatedAt: now };
  table.set(row.id, row);
  return row;
}

/** Changes a thing in its place. */
export function change(table, row, values) {
  const changed = { ...row, ...values, updatedAt: new Date().toISOString() };
  table.set(row.id, changed);
  return changed;
}
