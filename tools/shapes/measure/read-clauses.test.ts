import { expect, test } from 'vitest';
import { isSameClause, readClauses } from './read-clauses.js';

test.each([
  ['convention §1 rule 3, §4 rule 1; RFC 9110 §9.2.1', 'convention', ['1.3', '4.1']],
  ['convention §2 rules 2 and 3, §9 rule 2', 'convention', ['2.2', '2.3', '9.2']],
  ['convention §4 rule 2, endpoint DELETE item', 'convention', ['4.2', '4.delete']],
  ['convention §7 status table, 409: after the state changes', 'convention', ['7.409']],
  ['convention §5, §7 status table', 'convention', ['5', '7']],
  ['RFC 9110 §9.3.2', 'http', ['http']],
])('%s', (source, family, clauses) => {
  expect(readClauses(source, family)).toEqual(clauses);
});

test('a rule about a whole section is about none of its clauses', () => {
  expect(isSameClause(['5', '7.409'], ['7.409'])).toBe(true);
  expect(isSameClause(['7'], ['7.422'])).toBe(false);
});
