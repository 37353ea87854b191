import { buildPointer, isObject, type Json, readJson } from '../../../model/json.js';
import type { Evidence, RecordedExchange, Report, Result } from '../../../model/result/report.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import {
  buildTextIdPattern,
  buildUrlIdPattern,
  defaultFieldNames,
  hasIdInUrl,
  placeholderPattern,
} from '../../../verdict/judging/curl.js';
import { type DerivedAssertion, deriveAssertions } from './derive-assertions.js';
import { type Assertion, type Capture, type Piece, type RegressionTest, uniqueVariable } from './regression-test.js';

/** Builds a test from the smallest case of a violation; undefined if no single response shows it, or an item is gone. */
export function buildRegressionTest(result: Result, report: Report): RegressionTest | undefined {
  const { evidence } = result;
  const derived = evidence === undefined ? [] : deriveAssertions(evidence);
  if (evidence === undefined || derived.length === 0) return undefined;
  const base = report.target.baseUrl;
  const captures = listCaptures(evidence, derived);
  const steps = evidence.exchanges.map((exchange, index) => buildStep(exchange, index, captures, base));
  if (!result.rule.startsWith('absence/') && steps.some(({ target }) => hasUnknownItem(target))) return undefined;
  const texts = steps.flatMap(({ target, headers, content = [] }) => [
    target,
    content,
    ...headers.map(([, value]) => value),
  ]);
  return {
    // A line break of the service in a comment would be code.
    title: escapeControlCharacters(`${result.title} [${result.subject}]`),
    origin: [
      `${result.rule} (${result.level}, ${result.clause}): ${evidence.summary}`,
      `Exported from an audit of ${report.startedAt.slice(0, 10)}, seed ${report.seed}.`,
    ].map(escapeControlCharacters),
    baseUrl: base,
    secrets: [
      ...new Set(
        texts.flat().flatMap((piece) => (typeof piece === 'object' && 'secret' in piece ? [piece.secret] : [])),
      ),
    ],
    steps,
    assertions: groupAssertions(
      derived,
      captures.filter(({ text }) => text !== undefined),
    ),
  };
}

/** A value of a response that later requests or assertions need. */
interface ReadValue extends Capture {
  readonly index: number;
  /** The text that it replaces in later requests. */
  readonly text?: string;
}

function listCaptures({ exchanges }: Evidence, derived: readonly DerivedAssertion[]): ReadValue[] {
  const ids = exchanges.flatMap((exchange, index): ReadValue[] => {
    const later = exchanges.slice(index + 1);
    const id = listGivenIds(exchange).find(({ text }) =>
      later.some(({ request }) => text !== '' && hasIdInUrl(request.url, text)),
    );
    return id === undefined ? [] : [{ ...id, index, variable: `id${index + 1}` }];
  });
  const known = new Set<string>();
  const distinct = ids.filter(({ text = '' }) => !known.has(text) && known.add(text));
  const compared = derived.flatMap(({ sameAs, assertion }): ReadValue[] =>
    sameAs === undefined || assertion.is !== 'member'
      ? []
      : [{ index: sameAs, variable: nameOf(sameAs, assertion.pointer), from: { pointer: assertion.pointer } }],
  );
  return [...distinct, ...compared];
}

const nameOf = (index: number, pointer: string): string =>
  `value${index + 1}${pointer.replace(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase())}`;

/** Ids in the response to a creation: that of Location, then the members of its JSON. */
function listGivenIds({
  request,
  answer,
}: RecordedExchange): { readonly text: string; readonly from: Capture['from'] }[] {
  if (request.method !== 'POST' || answer === undefined || answer.status >= 300) return [];
  const [location = ''] = [answer.headers.location ?? ''].flat();
  const last = location.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  const fromBody = listLeaves(readJson(answer.content)).map(([pointer, text]) => ({ text, from: { pointer } }));
  return [...(last === undefined ? [] : [{ text: last, from: 'location' as const }]), ...fromBody];
}

function listLeaves(value: Json | undefined, tokens: readonly string[] = []): [string, string][] {
  if (typeof value === 'string' || typeof value === 'number') return [[buildPointer(tokens), String(value)]];
  if (Array.isArray(value)) return value.flatMap((entry: Json, i) => listLeaves(entry, [...tokens, String(i)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => listLeaves(member, [...tokens, name]));
}

function buildStep({ request }: RecordedExchange, index: number, values: readonly ReadValue[], base: string) {
  const given = values.filter((one) => one.index < index && one.text !== undefined);
  const split = (text: string, isUrl: boolean) => splitText(text, given, isUrl);
  const target = request.url.startsWith(base) ? request.url.slice(base.length) : request.url;
  return {
    method: request.method,
    target: split(target || '/', true),
    headers: Object.entries(request.headers)
      .filter(([name]) => !defaultFieldNames.has(name))
      .map(([name, value]) => [name, splitField(name, [value].flat().join(', '), split)] as const),
    content: request.content === undefined ? undefined : split(request.content, false),
    captures: values.filter((one) => one.index === index).map(({ variable, from }) => ({ variable, from })),
  };
}

/** Whether a request is about an item whose creation is no step: it will not exist when the test runs. */
const hasUnknownItem = (target: readonly Piece[]): boolean =>
  target.some((piece) => typeof piece === 'string' && /\/(?=[\w-]*\d)[\w-]{6,}(?=[/?#]|$)/.test(piece));

/** A key of an earlier run would be answered with the response of that run. */
const splitField = (name: string, value: string, split: (text: string, isUrl: boolean) => Piece[]): Piece[] =>
  /idempotency/.test(name) && !value.includes('${')
    ? [`${value.slice(0, 8)}-`, { variable: uniqueVariable }]
    : split(value, false);

/** Splits a text at the ids of earlier responses, at the unique parts of markers, and at secrets. */
function splitText(text: string, given: readonly ReadValue[], isUrl: boolean): Piece[] {
  const ids = given.flatMap(({ text: id = '' }) => (isUrl ? [buildUrlIdPattern(id)] : (buildTextIdPattern(id) ?? [])));
  const pattern = new RegExp(`(${[placeholderPattern, markPattern, ...ids].join('|')})`);
  return text.split(pattern).flatMap((part, i): Piece[] => {
    if (part === '') return [];
    if (i % 2 === 0) return [part];
    const id = given.find((one) => one.text === part);
    if (id) return [{ variable: id.variable }];
    return [part.startsWith('${') ? { secret: part.slice(2, -1).replaceAll('.', '_') } : { variable: uniqueVariable }];
  });
}

/** The part of a marker that differs from item to item. */
const markPattern = '(?<=assay-[0-9a-f]{8}-)[a-z0-9]{8}';

function groupAssertions(derived: readonly DerivedAssertion[], given: readonly ReadValue[]): Map<number, Assertion[]> {
  const grouped = new Map<number, Assertion[]>();
  for (const { index, assertion, sameAs } of derived)
    grouped.set(index, [...(grouped.get(index) ?? []), completeAssertion(assertion, sameAs, given)]);
  return grouped;
}

/** Expected values are those of the run: of an earlier response, or with the unique texts of the test. */
function completeAssertion(assertion: Assertion, sameAs: number | undefined, given: readonly ReadValue[]): Assertion {
  if (assertion.is !== 'member') return assertion;
  if (sameAs !== undefined) return { ...assertion, equals: { variable: nameOf(sameAs, assertion.pointer) } };
  if (!('value' in assertion.equals) || typeof assertion.equals.value !== 'string') return assertion;
  const text = splitText(assertion.equals.value, given, false);
  return text.some((piece) => typeof piece === 'object') ? { ...assertion, equals: { text } } : assertion;
}
