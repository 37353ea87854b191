import { PGlite } from '@electric-sql/pglite';

/** Timestamps have milliseconds, because that is what a Date keeps of them. */
const now = "timestamptz not null default date_trunc('milliseconds', clock_timestamp())";

const tables = `
  create table users (
    id text primary key, secret_digest text not null, workshop_id int not null, role text not null);
  create table customers (
    id uuid primary key default gen_random_uuid(), workshop_id int not null,
    name text not null, email text not null, phone text, company text, newsletter boolean not null,
    address json, created_at ${now}, updated_at ${now});
  create table vehicles (
    id uuid primary key default gen_random_uuid(), workshop_id int not null,
    customer_id uuid not null references customers (id),
    plate text not null, make text not null, model text not null, year int not null, mileage int not null,
    tags json not null, notes text, created_at ${now}, updated_at ${now});
  create table orders (
    id uuid primary key default gen_random_uuid(), workshop_id int not null,
    number int generated always as identity,
    vehicle_id uuid not null, title text not null, description text, priority text not null, due_on date,
    status text not null default 'draft', deleted_at timestamptz, created_at ${now}, updated_at ${now});
  create table lines (
    id uuid primary key default gen_random_uuid(), order_id uuid not null references orders (id),
    part_id uuid, description text not null, quantity int not null, unit_price int not null,
    created_at ${now}, updated_at ${now});
  create table records (
    id uuid primary key default gen_random_uuid(), order_id uuid not null references orders (id),
    kind text not null, author text not null, note text, created_at ${now}, unique (order_id, kind));
  create table parts (
    id uuid primary key default gen_random_uuid(), sku text not null unique, name text not null,
    category text not null, price int not null, stock int not null, discontinued boolean not null,
    weight_grams int, compatible_makes json not null, created_at ${now}, updated_at ${now});
  create table messages (
    id uuid primary key default gen_random_uuid(), workshop_id int not null,
    customer_id uuid not null, subject text not null, body text not null, created_at ${now});
  create table activity (
    id uuid primary key default gen_random_uuid(), workshop_id int not null,
    kind text not null, order_id uuid not null, author text not null, created_at ${now});
  create table idempotency_keys (
    user_id text not null, path text not null, key text not null, fingerprint text not null,
    status int not null, headers jsonb not null, body text not null, created_at ${now},
    primary key (user_id, path, key));
`;

/** An empty database in memory. */
export async function openDatabase() {
  const db = await PGlite.create();
  await db.exec(tables);
  return db;
}
