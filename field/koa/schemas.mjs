import { z } from 'zod';

const isClean = (text) => !text.includes('\0') && text.isWellFormed();

/** A text that the database can store, with something other than spaces in it. */
const text = (max) => z.string().min(1).max(max).regex(/\S/).refine(isClean, 'has characters that cannot be stored');
const optional = (schema) => schema.nullable().optional().default(null);
const integer = (min, max) => z.int().min(min).max(max);

export const categories = ['engine', 'brakes', 'body', 'electrical'];
export const priorities = ['low', 'normal', 'high'];
export const statuses = ['draft', 'approved', 'started', 'finished', 'cancelled'];

const address = z.object({ street: text(100), city: text(60), zip: optional(text(12)) });

export const customer = z.object({
  name: text(100),
  email: z.email().max(120),
  phone: optional(z.string().regex(/^\+?[\d ]{5,20}$/)),
  company: optional(text(100)),
  newsletter: z.boolean().optional().default(false),
  address: optional(address),
});

export const vehicle = z.object({
  plate: text(12),
  make: text(40),
  model: text(40),
  year: integer(1950, 2100),
  mileage: integer(0, 2_000_000),
  tags: z.array(text(20)).max(5).optional().default([]),
  notes: optional(text(500)),
});

export const order = z.object({
  vehicleId: z.uuid(),
  title: text(120),
  description: optional(text(2000)),
  priority: z.enum(priorities).optional().default('normal'),
  dueOn: optional(z.iso.date().refine((date) => date >= '1900-01-01', 'is too early')),
});

export const line = z.object({
  partId: optional(z.uuid()),
  description: text(200),
  quantity: integer(1, 100),
  unitPrice: integer(0, 1_000_000),
});

export const part = z.object({
  sku: z.string().regex(/^[A-Z]{2}-\d{4,8}$/),
  name: text(80),
  category: z.enum(categories),
  price: integer(0, 1_000_000),
  stock: integer(0, 100_000),
  discontinued: z.boolean().optional().default(false),
  weightGrams: optional(integer(1, 1_000_000)),
  compatibleMakes: z.array(text(40)).max(10).optional().default([]),
});

export const message = z.object({ customerId: z.uuid(), subject: text(100), body: text(2000) });

export const record = z.object({ note: optional(text(500)) });

export const cancellation = z.object({ note: text(500) });
