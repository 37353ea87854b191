import { digest } from './middleware/authenticate.mjs';

const users = [
  ['alice', 'wrench-4711', 1, 'mechanic'],
  ['bob', 'piston-0815', 2, 'mechanic'],
  ['rita', 'ledger-1234', 1, 'reader'],
];

const parts = [
  ['BR-1001', 'Brake pad set', 'brakes', 4900, 20, false],
  ['BR-1002', 'Brake disc', 'brakes', 7900, 12, false],
  ['EN-2001', 'Oil filter', 'engine', 1290, 80, false],
  ['EN-2002', 'Timing belt', 'engine', 8900, 0, true],
  ['EL-3001', 'Headlight bulb', 'electrical', 990, 45, false],
];

/** The users of the workshops, a catalogue of parts, and one customer with a vehicle for each workshop. */
export async function seed(db) {
  for (const [id, secret, workshop, role] of users) {
    await db.query('insert into users values ($1, $2, $3, $4)', [id, digest(secret), workshop, role]);
  }
  for (const part of parts) {
    await db.query(
      `insert into parts (sku, name, category, price, stock, discontinued, compatible_makes)
       values ($1, $2, $3, $4, $5, $6, '[]')`,
      part,
    );
  }
  for (const workshop of [1, 2]) {
    const { rows } = await db.query(
      'insert into customers (workshop_id, name, email, newsletter) values ($1, $2, $3, false) returning id',
      [workshop, `First customer of workshop ${workshop}`, `first-${workshop}@example.com`],
    );
    await db.query(
      `insert into vehicles (workshop_id, customer_id, plate, make, model, year, mileage, tags)
       values ($1, $2, $3, 'Saab', '900', 1991, 240000, '[]')`,
      [workshop, rows[0].id, `OLD ${workshop}`],
    );
  }
}
