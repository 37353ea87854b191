import { createServer } from 'node:http';
import fortune from 'fortune';
import http from 'fortune-http';
import jsonApi from 'fortune-json-api';

/** Authors and their books by JSON:API, in memory. */
const store = fortune({
  author: { name: String, born: Number, books: [Array('book'), 'author'] },
  book: { title: String, pages: Number, author: ['author', 'books'] },
});
for (const [index, name] of ['Ada', 'Ben', 'Cleo'].entries()) {
  await store.create('author', [{ id: `a${index + 1}`, name, born: 1950 + index }]);
  await store.create('book', [
    { id: `b${index + 1}`, title: `Book of ${name}`, pages: 100 + index, author: `a${index + 1}` },
  ]);
}

const listener = http(store, { serializers: [jsonApi] });
const server = createServer((request, response) => listener(request, response).catch(() => {}));
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
process.once('SIGTERM', () => {
  server.close(() => process.exit(0));
  server.closeAllConnections();
});
