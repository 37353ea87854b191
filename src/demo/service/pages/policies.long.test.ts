import { afterEach, describe, expect, test } from 'vitest';
import { defaultSettings } from '../default-settings.js';
import type { JsonObject } from '../http/json.js';
import { createPageStyle } from './pages.js';
import {
  countingNames,
  followingNames,
  openPageReader,
  type PageReader,
  styleClients,
  styleNames,
} from './walk-pages.fixture.js';

let reader: PageReader;

afterEach(() => reader?.close());

const overMax = ['over-max-clamps', 'over-max-rejects', 'over-max-falls-back'] as const;
const pastEnd = ['past-end-empty', 'past-end-404', 'past-end-last-page'] as const;
const combined = overMax.flatMap((over) => pastEnd.map((past) => [over, past] as const));

const lengths = { 'over-max-clamps': 7, 'over-max-rejects': 400, 'over-max-falls-back': 3 };

const seen = async (size: string | undefined, start: string | undefined) => {
  const reply = await reader.ask('GET', reader.target({ size, start }));
  return reply.status === 200 ? reader.ids(reply) : reply.status;
};

describe.each(styleNames)('%s', (style) => {
  test.each(combined)(
    '%s, %s: accepts sizes up to the maximum, and treats larger ones as documented',
    async (over, past) => {
      reader = await openPageReader(style, over, past);
      const made = await reader.make(9);
      expect(await reader.walk(7)).toEqual([made.slice(0, 7), made.slice(7)]);
      expect(await seen(undefined, undefined)).toEqual(made.slice(0, 3));
      const expected = lengths[over];
      for (const size of ['8', '100', '999999999999999']) {
        expect(await seen(size, undefined)).toEqual(expected === 400 ? 400 : made.slice(0, expected));
      }
      expect(await seen('99999999999999999999', undefined)).toBe(400);
    },
  );
});

describe.each(styleNames.filter((style) => style !== 'offset'))('%s', (style) => {
  test.each(['over-max-clamps', 'over-max-falls-back'])(
    '%s: a client with too large a size that follows the links gets every order once',
    async (over) => {
      reader = await openPageReader(style, over);
      const made = await reader.make(8);
      const pages = await reader.walk(8);
      expect([pages.flat(), pages.length > 1]).toEqual([made, true]);
    },
  );
});

describe.each(countingNames)('%s', (style) => {
  const { jump = String } = styleClients[style];

  test.each(combined)(
    '%s, %s: treats pages past the end as documented, and ends a walk at the end',
    async (over, past) => {
      reader = await openPageReader(style, over, past);
      const made = await reader.make(6);
      expect(await reader.walk(3)).toEqual([made.slice(0, 3), made.slice(3)]);
      expect(await reader.walk(4)).toEqual([made.slice(0, 4), made.slice(4)]);
      const expected = (last: number) =>
        past === 'past-end-404' ? 404 : past === 'past-end-empty' ? [] : made.slice(last);
      for (const page of [2, 3, 9]) expect(await seen('3', jump(page, 3))).toEqual(expected(3));
      for (const page of [2, 9]) expect(await seen('4', jump(page, 4))).toEqual(expected(4));
    },
  );

  test.each(pastEnd)('%s: treats only the second page of an empty collection as past the end', async (past) => {
    reader = await openPageReader(style, past);
    expect(await seen(undefined, undefined)).toEqual([]);
    expect(await seen('3', jump(0, 3))).toEqual([]);
    expect(await seen('3', jump(1, 3))).toEqual(past === 'past-end-404' ? 404 : []);
  });

  test('returns an empty page or 404 past the end by default, depending on the style', async () => {
    reader = await openPageReader(style);
    await reader.make(1);
    expect(await seen('3', jump(1, 3))).toEqual(style === 'drf' ? 404 : []);
  });
});

describe('the document', () => {
  const said = { ...defaultSettings, defaultSize: 3, maximumSize: 7 };

  test.each(styleNames)('has the limits and the first page of %s', (style) => {
    const { parameters, sizeName, startName } = createPageStyle(style, said);
    expect([sizeName, startName]).toEqual([styleClients[style].size, styleClients[style].start]);
    expect(parameters.map(({ name }) => name)).toEqual([sizeName, startName]);
    expect(parameters[0]?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 7, default: 3 });
    const first = styleClients[style].jump?.(0, 3);
    expect(parameters[1]?.schema).toEqual(
      first === undefined ? { type: 'string' } : { type: 'integer', minimum: Number(first), default: Number(first) },
    );
  });

  test.each(styleNames)('is served with the limits of %s', async (style) => {
    reader = await openPageReader(style, 'over-max-rejects');
    const { paths } = (await reader.ask('GET', '/openapi.json')).body as { paths: JsonObject };
    expect(paths['/orders']).toMatchObject({
      get: { parameters: createPageStyle(style, { ...said, overMax: 'reject' }).parameters },
    });
  });

  test.each([
    ['clamp', 'More than 7 is clamped to 7.'],
    ['reject', 'More than 7 is rejected with 400.'],
    ['default', 'More than 7 is ignored and the default of 3 is used.'],
  ] as const)('describes %s in words', (policy, words) => {
    const [size] = createPageStyle('cursor', { ...said, overMax: policy }).parameters;
    expect(size?.description).toBe(`Entries on a page. ${words}`);
  });

  test('has 404 when pages past the end do not exist', () => {
    const absent = { ...said, pastEnd: 'not-found' } as const;
    for (const style of countingNames) expect(createPageStyle(style, absent).problems).toEqual([400, 404]);
    for (const style of followingNames) expect(createPageStyle(style, absent).problems).toEqual([400]);
    expect(createPageStyle('drf', said).problems).toEqual([400, 404]);
    expect(createPageStyle('drf', { ...said, pastEnd: 'empty' }).problems).toEqual([400]);
  });
});
