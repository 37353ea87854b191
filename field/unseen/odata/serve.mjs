import { join } from 'node:path';
import cds from '@sap/cds';
import express from 'express';

process.chdir(import.meta.dirname);
cds.env.requires.db = { kind: 'sqlite', impl: '@cap-js/sqlite', credentials: { url: ':memory:' } };
cds.env.requires.auth = { kind: 'dummy' };
cds.log.levels = Object.fromEntries(['cds', 'odata', 'sqlite', 'cds.init'].map((id) => [id, 'silent']));

const model = await cds.load(join(import.meta.dirname, 'shop.cds'));
cds.model = cds.compile.for.nodejs(model);
await cds.connect.to('db');
await cds.deploy(model).to('db');
const order = (index) => `00000000-0000-4000-8000-00000000000${index}`;
const range = (length) => Array.from({ length }, (_, index) => index + 1);
await INSERT.into('Authors').entries(range(3).map((ID) => ({ ID, name: `Author ${ID}` })));
await INSERT.into('Books').entries(
  range(30).map((ID) => ({ ID, title: `Book ${ID}`, stock: ID, price: ID + 0.5, author_ID: (ID % 3) + 1 })),
);
await INSERT.into('Orders').entries(range(4).map((index) => ({ ID: order(index), customer: `Customer ${index}` })));
await INSERT.into('Lines').entries(
  range(4).map((index) => ({ ID: order(index), order_ID: order(index), book_ID: index, quantity: 1 })),
);

const app = express();
await cds.serve('all').from(cds.model).in(app);
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}/odata/v4/shop`),
);
process.once('SIGTERM', () => process.exit(0));
