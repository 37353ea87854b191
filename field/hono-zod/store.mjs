import { randomBytes } from 'node:crypto';

let serials = 0;

/** The tables of one company. */
export function createStore() {
  const tables = ['members', 'projects', 'archivals', 'transfers', 'labels', 'issues', 'comments'];
  return Object.fromEntries(tables.map((name) => [name, new Map()]));
}

/** A new row with an id and times. */
export function createRow(prefix, content) {
  const now = new Date().toISOString();
  serials += 1;
  return {
    id: `${prefix}_${randomBytes(8).toString('hex')}`,
    serial: serials,
    ...content,
    createdAt: now,
    updatedAt: now,
  };
}

/** Replaces the content of a row: members that the content lacks are removed. */
export function replaceContent(row, members, content) {
  for (const member of members) {
    if (content[member] === undefined) delete row[member];
    else row[member] = content[member];
  }
  row.updatedAt = new Date().toISOString();
}

/** The rows of a table that belong to a parent. */
export const listBelow = (table, member, id) => [...table.values()].filter((row) => row[member] === id);

/** Removes the rows of a table that belong to a parent. */
export function removeBelow(table, member, id) {
  for (const [key, row] of table) if (row[member] === id) table.delete(key);
}
