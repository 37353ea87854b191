import { describe, expect, test } from 'vitest';
import { type Exchange, type Finding, http, type Json, type JudgingTools, type values } from '#rule';
import type { HeaderFields } from '../../src/model/exchange.js';
import { judgeProvoked } from './_shared/server-failure.js';
import malformedJson from './malformed-json-answers-400.js';
import forbidden from './schema-violation-is-refused.js';
import mediaType from './unknown-media-type-answers-415.js';
import missingMethod from './unsupported-method-answers-405.js';

const exchange = (method: string, status: number, json?: Json, headers: HeaderFields = {}): Exchange => ({
  ...{ n: 1, method, path: '/things/1', silence: undefined },
  answer: { status, headers, text: json === undefined ? '' : JSON.stringify(json), json },
});

const judging = { dialect: { badSyntax: [400], badMeaning: [422] }, collection: {} } as unknown as JudgingTools;
const judge = <S>(rule: { then(seen: S, judging: JudgingTools): Finding }, seen: unknown) =>
  rule.then(seen as S, judging).verdict;

const got = (answer: Exchange, look?: Exchange) => ({ exchange: answer, look, isTraceable: true, word: 'w1' });
const fine = exchange('POST', 201, { id: '1' });

describe('malformed JSON', () => {
  const seen = (
    one: Exchange,
    look?: Exchange,
    ordinary = fine,
    plain = got(fine, exchange('GET', 200, { a: 'w1' })),
  ) => ({
    ...{ how: 'behind', ordinary, plain },
    got: got(one, look),
  });
  const wordless = got(fine, exchange('GET', 200, { note: 'W 1' }));
  test.each([
    ['is refused with 400', seen(exchange('POST', 400)), 'held'],
    ['is understood all the same', seen(fine, exchange('GET', 200, { note: 'w1' })), 'held'],
    ['is taken, and nothing comes of it', seen(fine, exchange('GET', 200, { note: null })), 'violated'],
    [
      'is taken as is what is in order',
      seen(fine, exchange('GET', 200, { note: 'W 1' }), fine, wordless),
      'inconclusive',
    ],
    ['is taken, and what was made is not there', seen(fine, exchange('GET', 404)), 'violated'],
    ['is refused with 422', seen(exchange('POST', 422)), 'violated'],
    ['is refused as all content is', seen(exchange('POST', 428), undefined, exchange('POST', 428)), 'inconclusive'],
    ['is refused for who sent it', seen(exchange('POST', 403)), 'inconclusive'],
    ['answers 202', seen(exchange('POST', 202)), 'inconclusive'],
  ])('%s', (_, what, verdict) => {
    expect(judge(malformedJson, what)).toBe(verdict);
  });
});

describe('content of an unknown media type', () => {
  const seen = (one: Exchange, look?: Exchange) => ({ ordinary: fine, got: got(one, look) });
  test.each([
    ['is refused with 415', seen(exchange('POST', 415)), 'held'],
    ['is read all the same', seen(fine, exchange('GET', 200, { note: 'w1' })), 'held'],
    ['makes something empty', seen(fine, exchange('GET', 200, { id: '1' })), 'violated'],
    ['is refused with 400', seen(exchange('POST', 400)), 'violated'],
    ['is refused with 406', seen(exchange('POST', 406)), 'inconclusive'],
  ])('%s', (_, what, verdict) => {
    expect(judge(mediaType, what)).toBe(verdict);
  });
});

describe('a value that the document forbids', () => {
  const invalid = (keyword: string, value: Json): values.NearMiss => ({
    body: { size: value },
    pointer: '/size',
    keyword,
  });
  const stored = (one: values.NearMiss, shown: Json) => ({
    ...{ invalid: one, exchange: fine, usual: exchange('GET', 200, { size: 3 }), shown: exchange('GET', 200, shown) },
  });
  test.each([
    ['is stored', stored(invalid('maximum', 11), { size: 11 }), 'violated'],
    ['is left out and missing', stored({ body: {}, pointer: '/size', keyword: 'required' }, { id: '1' }), 'violated'],
    ['is left out and replaced', stored({ body: {}, pointer: '/size', keyword: 'required' }, { size: 1 }), 'held'],
    ['is cut down', stored(invalid('maximum', 11), { size: 10 }), 'held'],
    ['is put right', stored(invalid('type', '5'), { size: 5 }), 'held'],
    ['is dropped', stored(invalid('type', 'x'), { id: '1' }), 'held'],
    ['is null', stored(invalid('type', null), { size: null }), 'held'],
    ['is a matter of format', stored(invalid('format', 'x'), { size: 'x' }), 'held'],
    ['is an unknown member', stored(invalid('additionalProperties', 'x'), { size: 'x' }), 'held'],
    ['is a letter that a class may know', stored(invalid('pattern', 'é'), { size: 'é' }), 'held'],
  ])('%s', (_, what, verdict) => {
    expect(judge(forbidden, what)).toBe(verdict);
  });
});

describe('an unsupported method', () => {
  const get = exchange('GET', 200, { id: '1' });
  test.each([
    ['405 with Allow', exchange('POST', 405, undefined, { allow: 'GET' }), 'held'],
    ['405 without Allow', exchange('POST', 405), 'violated'],
    ['404 where GET answers 200', exchange('POST', 404), 'violated'],
    ['POST that is there after all', exchange('POST', 200, { id: '1' }), 'inconclusive'],
    ['POST that wants other content', exchange('POST', 422), 'inconclusive'],
    ['501', exchange('PROPFIND', 501), 'held'],
    ['400 of the server before', exchange('PROPFIND', 400), 'inconclusive'],
    ['404 of a router', exchange('PROPFIND', 404), 'inconclusive'],
    ['WebDAV', exchange('PROPFIND', 207), 'inconclusive'],
    ['as if it were GET', exchange('PROPFIND', 200, { id: '1' }), 'violated'],
  ])('%s', (_, asked, verdict) => {
    expect(judge(missingMethod, { asked, get })).toBe(verdict);
  });
});

describe('a server error', () => {
  test('about the method, the load or an intermediary does not concern the input', () => {
    const exempt = [501, 502, 503, 504, 507, 520, 522].filter((status) =>
      http.isServerFailure(exchange('POST', status)),
    );
    expect(exempt).toEqual([]);
    expect(http.isServerFailure(exchange('POST', 500))).toBe(true);
  });

  test('of an ordinary request as well is not caused by the unusual one', () => {
    const failure = exchange('POST', 500);
    expect(judgeProvoked({ failure, ordinary: exchange('POST', 500) }).verdict).toBe('inconclusive');
    expect(judgeProvoked({ failure, ordinary: fine }).verdict).toBe('violated');
  });
});
