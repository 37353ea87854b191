import { buildPointer, getAtPointer, isObject, type Json, readJson } from '../../../model/json.js';
import type { Evidence, RecordedExchange } from '../../../model/result/report.js';
import type { Assertion } from './regression-test.js';

/** An assertion about the response of one exchange. `sameAs` names the earlier exchange that shows the expected value. */
export interface DerivedAssertion {
  readonly index: number;
  readonly assertion: Assertion;
  readonly sameAs?: number;
}

/** What the responses must be without the violation; empty if no single response shows it. */
export function deriveAssertions({ expected, actual, exchanges }: Evidence): readonly DerivedAssertion[] {
  const members = deriveMembers(expected, actual, exchanges);
  if (members.length > 0) return members;
  const status = readStatus(actual);
  const index = status === undefined ? -1 : exchanges.findLastIndex(({ answer }) => answer?.status === status);
  const answer = exchanges[index]?.answer;
  if (status === undefined || answer === undefined) return [];
  const field = readField(expected);
  if (field !== undefined && answer.headers[field] === undefined)
    return [{ index, assertion: { is: 'field', name: field } }];
  return [{ index, assertion: deriveStatus(expected, status) }];
}

/** Members that differ, by pointer: the last response with the wrong values, and the first with the right ones. */
function deriveMembers(expected: Json | undefined, actual: Json | undefined, exchanges: readonly RecordedExchange[]) {
  if (!isObject(expected) || !isObject(actual)) return [];
  const names = Object.keys(expected).filter((name) => Object.hasOwn(actual, name));
  return names.flatMap((name) => {
    const pointer = name.startsWith('/') ? name : buildPointer([name]);
    const shows = (value: Json | undefined) => (exchange: RecordedExchange) =>
      exchange.answer?.content !== undefined && isSame(readMember(exchange, pointer), value);
    const index = exchanges.findLastIndex(shows(actual[name]));
    if (index < 0 || isSame(expected[name], actual[name])) return [];
    const right = exchanges.findIndex(shows(expected[name]));
    const value = expected[name] ?? null;
    const isRead = right >= 0 && right < index && value !== null;
    return [
      { index, assertion: { is: 'member', pointer, equals: { value } }, ...(isRead && { sameAs: right }) } as const,
    ];
  });
}

const readMember = ({ answer }: RecordedExchange, pointer: string): Json | undefined =>
  getAtPointer(readJson(answer?.content), pointer);

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The status in what was seen: a number, `GET returned 200`, `status 500`, `201 without Location`. */
function readStatus(actual: Json | undefined): number | undefined {
  const text = typeof actual === 'number' ? String(actual) : typeof actual === 'string' ? actual : '';
  const [, first, status = first] = /^([1-5]\d\d)\b|\b(?:returned|status) ([1-5]\d\d)\b/.exec(text) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** The field that was expected, as in `Location`, `an Allow field` or `Retry-After, in seconds`. */
function readField(expected: Json | undefined): string | undefined {
  if (typeof expected !== 'string') return undefined;
  const [, name] = /^(?:an? )?([A-Z][A-Za-z]*(?:-[A-Z][A-Za-z]*)*)(?: field\b|$|,| with\b)/.exec(expected) ?? [];
  return name?.toLowerCase();
}

function deriveStatus(expected: Json | undefined, actual: number): Assertion {
  const text = typeof expected === 'number' ? `returns ${expected}` : typeof expected === 'string' ? expected : '';
  const [, exact] = /(?:returns?|status) ([1-5]\d\d)\b(?!,? or)/.exec(text) ?? [];
  if (exact !== undefined && Number(exact) !== actual) return { is: 'status', equals: Number(exact) };
  if (/status below 500/.test(text)) return { is: 'status class', from: 100, below: 500 };
  if (/4xx/.test(text)) return { is: 'status class', from: 400, below: /5xx/.test(text) ? 600 : 500 };
  return { is: 'other status', than: actual };
}
