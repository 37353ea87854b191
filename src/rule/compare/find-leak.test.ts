import { expect, test } from 'vitest';
import { findLeak } from './find-leak.js';

const json = (detail: string) => JSON.stringify({ title: 'Bad Request', status: 400, detail });

test.each([
  ['Node', json('TypeError: x\n    at parse (file:///x/check.js:41:11)')],
  ['Node without a name', json('Error\n    at /x/check.js:41:11')],
  ['Python', json('Traceback (most recent call last):\n  File "x.py", line 3, in <module>')],
  ['Java', json('java.lang.NullPointerException\n\tat com.example.Orders.make(Orders.java:12)')],
  ['Spring', json('JSON parse error; nested exception is com.fasterxml.jackson.core.JsonParseException')],
  ['.NET', json('at Orders.Make(String id) in C:\\build\\Orders.cs:line 12')],
  ['Ruby', json("orders/app/models/order.rb:12:in `save'")],
  ['Go', json('panic: runtime error\n\ngoroutine 1 [running]:')],
  ['PHP', json('Stack trace:\n#0 {main}')],
  ['PostgreSQL', json('ERROR: syntax error at or near "}"')],
  ['MySQL', json('You have an error in your SQL syntax; check the manual')],
  ['Oracle', json('ORA-00001: unique constraint violated')],
  ['SQLite', json('SQLITE_CONSTRAINT: NOT NULL')],
  ['MongoDB', json('E11000 duplicate key error collection')],
  ['a statement', json('failed: INSERT INTO orders (id) VALUES ($1)')],
  ['a query', 'SELECT id, name FROM orders WHERE id = 1'],
])('sees the inside: %s', (_, text) => {
  expect(findLeak(text)).toBeDefined();
});

test.each([
  ['a plain problem', json('The quantity must be at least 1.')],
  ['a position', json('Unexpected token } in JSON at position 41')],
  ['a line and a column', json('expected a comma at (line 3, column 12)')],
  ['a pointer', JSON.stringify({ errors: [{ pointer: '/address/zip', detail: 'must match ^[0-9]{5}$' }] })],
  ['a path of the service', json('There is nothing at /home/orders/12.')],
  ['a way to choose', json('Select a customer from the list, or update the set of tags.')],
  ['a name of an exception', json('This is an exception to the rule.')],
  ['a domain', json('See https://docs.example.com/java/errors for more.')],
  ['a time', json('Try again at 10:15 (in 12:30 minutes).')],
  ['nothing', ''],
])('leaves alone: %s', (_, text) => {
  expect(findLeak(text)).toBeUndefined();
});
