import { add } from './store.mjs';

const names = ['Ada Bird', 'Ben Carter', 'Cleo Dunn', 'Dan Egger', 'Eva Frey', 'Finn Gall', 'Gil Hart', 'Hana Iten'];
const articles = ['bell', 'compass', 'kettle', 'lantern', 'rope'];

/** A small shop in the middle of its day. */
export function seed({ customers, orders }) {
  const people = names.map((name, i) =>
    add(customers, {
      name,
      email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
      phone: i % 2 === 0 ? `+41 44 555 01 ${10 + i}` : null,
    }),
  );
  for (let n = 0; n < 45; n++) {
    add(orders, {
      customerId: people[n % people.length].id,
      article: articles[n % articles.length],
      quantity: (n % 9) + 1,
      shipping: n % 4 === 0 ? 'express' : 'standard',
      note: n % 3 === 0 ? `Ring twice at number ${n + 1}` : null,
      status: 'pending',
    });
  }
}
