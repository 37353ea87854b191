import { createRequire } from 'node:module';
import express from 'express';

const require = createRequire(import.meta.url);
const { Sequelize, DataTypes } = require('sequelize');
const finale = require('finale-rest');

const database = new Sequelize('sqlite::memory:', { logging: false, pool: { max: 1, min: 1, idle: 2 ** 30 } });
const { STRING, INTEGER, DATEONLY } = DataTypes;
const Member = database.define('member', {
  name: { type: STRING, allowNull: false, validate: { len: [1, 60] } },
  email: { type: STRING, allowNull: false, unique: true, validate: { isEmail: true } },
});
const Book = database.define('book', {
  title: { type: STRING, allowNull: false },
  isbn: { type: STRING, validate: { is: /^[0-9-]{10,17}$/ } },
  pages: { type: INTEGER, validate: { isInt: true, min: 1 } },
});
const Loan = database.define('loan', { due: { type: DATEONLY, allowNull: false } });
Loan.belongsTo(Book, { foreignKey: { allowNull: false } });
Loan.belongsTo(Member, { foreignKey: { allowNull: false } });

const app = express();
app.use(express.json(), express.urlencoded({ extended: false }));
finale.initialize({ app, sequelize: database });
for (const [model, name] of [
  [Member, 'members'],
  [Book, 'books'],
  [Loan, 'loans'],
])
  finale.resource({ model, endpoints: [`/${name}`, `/${name}/:id`] });
await database.sync({ force: true });
for (let index = 1; index <= 14; index++) {
  await Member.create({ name: `Member ${index}`, email: `m${index}@example.com` });
  await Book.create({ title: `Book ${index}`, isbn: `000-000000${index + 10}`, pages: index * 10 });
  await Loan.create({ due: `2026-01-${index + 10}`, bookId: index, memberId: index });
}
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
process.once('SIGTERM', () => process.exit(0));
