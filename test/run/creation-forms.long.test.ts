import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { type BodyForm, type FormService, serveDesks } from './creation-forms.fixture.js';

useSteadyClock();

const existing = [
  { id: 'd-one', label: 'By the window', seats: 2, note: null },
  { id: 'd-two', label: 'In the corner', seats: 4, note: null },
];

async function auditDesks(form: BodyForm, only?: readonly string[]): Promise<{ report: Report; service: FormService }> {
  const service = await serveDesks(form);
  const said = form.isList ? { said: { resources: [{ name: 'desks', collection: '/desks', arrays: true }] } } : {};
  const options = { baseUrl: service.baseUrl, cwd: '/', env: {}, cases: 3, ...said, ...(only && { only: [...only] }) };
  return { report: await audit(await loadProfile(options), { seed: 1 }), service };
}

const list = ({ results }: Report, verdict: string) =>
  results.filter((one) => one.verdict === verdict).map(({ rule, subject }) => `${rule} [${subject}]`);

/** Rules that need a created item, and those that need the creation to be a PUT of the same item. */
const writing = [
  'creation/created-item-is-readable',
  'idempotency/deleted-item-is-gone',
  'validation/schema-violation-is-refused',
];
const replacing = ['idempotency/repeated-put-has-one-effect', 'idempotency/put-to-a-missing-item-creates-it-or-fails'];
const withoutSchema = writing.slice(0, 2);

const forms: readonly (readonly [string, BodyForm, readonly string[]])[] = [
  ['PUT on a chosen id', { method: 'PUT', below: '/{id}', isDocumented: true, existing }, [...writing, ...replacing]],
  ['PUT in an empty collection', { method: 'PUT', below: '/{id}', isDocumented: true }, [...writing, ...replacing]],
  ['POST on a chosen id', { method: 'POST', below: '/{id}', isDocumented: true, existing }, writing],
  ['POST on another path', { method: 'POST', below: '/new', isDocumented: true, existing }, writing],
  [
    'POST of a list of one',
    { method: 'POST', below: '/bulk', isList: true, isDocumented: true, existing },
    withoutSchema,
  ],
  ['POST of a list to the collection', { method: 'POST', isList: true, isDocumented: true, existing }, withoutSchema],
  ['an id in Location', { method: 'POST', named: 'location', isDocumented: true, existing }, writing],
  ['an id in the self link', { method: 'POST', named: 'link', isDocumented: true, existing }, writing],
  [
    'PUT below two parents that exist',
    { method: 'PUT', below: '/{id}', isNested: true, isDocumented: true },
    [...writing, ...replacing],
  ],
  ['POST below two parents that exist', { method: 'POST', isNested: true, isDocumented: true }, writing],
  [
    'PUT without a document, by Allow',
    { method: 'PUT', below: '/{id}', hasAllow: true, existing },
    [...withoutSchema, ...replacing],
  ],
  ['PUT without a document and Allow', { method: 'PUT', below: '/{id}', existing }, [...withoutSchema, ...replacing]],
  ['POST to an empty collection without a document', { method: 'POST' }, withoutSchema],
  ['the same, where unknown members are refused', { method: 'POST', isStrict: true }, withoutSchema],
];

test.each(forms)(
  '%s: writing rules run on what the run created',
  async (_, form, expected) => {
    const { report, service } = await auditDesks(form);
    // A 201 without Location is a violation by itself, and so is a described list without a way to page.
    expect(list(report, 'violated')).toEqual([
      ...(form.named === 'link' ? ['creation/location-leads-to-the-item [desks]'] : []),
      ...(form.isDocumented ? ['pagination/list-without-parameters-is-bounded [desks]'] : []),
    ]);
    expect(list(report, 'errored')).toEqual([]);
    expect(list(report, 'held')).toEqual(expect.arrayContaining(expected.map((rule) => `${rule} [desks]`)));
    // Everything that existed is unchanged, and nothing else is left.
    expect([...service.desks.values()]).toEqual(form.existing ?? []);
    expect(report.leftovers).toEqual([]);
  },
  60_000,
);

test('finds that a repeated PUT changes an item that the client named', async () => {
  const form = { method: 'PUT', below: '/{id}', isDocumented: true, isAdding: true, existing } as const;
  const { report, service } = await auditDesks(form, ['idempotency/repeated-put-has-one-effect']);
  expect(list(report, 'violated')).toEqual(['idempotency/repeated-put-has-one-effect [desks]']);
  expect(service.desks.size).toBe(2);
});

test('finds that the Location of an item that the client named leads nowhere', async () => {
  const form = { method: 'PUT', below: '/{id}', isDocumented: true, existing } as const;
  const rule = 'creation/location-leads-to-the-item';
  expect(list((await auditDesks({ ...form, isLost: true }, [rule])).report, 'violated')).toEqual([`${rule} [desks]`]);
  expect(list((await auditDesks(form, [rule])).report, 'held')).toEqual([`${rule} [desks]`]);
});

test('does not PUT to a chosen id where it is not permitted', async () => {
  const service = await serveDesks({ method: 'PUT', below: '/{id}', isDocumented: true, existing });
  const profile = await loadProfile({ baseUrl: service.baseUrl, cwd: '/', env: {}, permit: 'reads' });
  await audit(profile, { seed: 1 });
  expect(service.asked.filter((one) => /^(PUT|POST|PATCH|DELETE)/.test(one))).toEqual([]);
});
