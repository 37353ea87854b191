import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AuditOptions } from '../../src/audit/options.js';
import { audit } from '../../src/audit.js';
import { demoDialects } from '../../src/demo/start-demo.js';
import { type Permission, permissions } from '../../src/model/permission.js';
import type { Profile } from '../../src/model/profile/profile.js';
import type { Baseline } from '../../src/model/service/baseline.js';
import type { LoadProfileOptions } from '../../src/profile/load-options.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { allFaults } from '../../tools/faults/all-faults.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { createTestFolder } from './assay.fixture.js';
import { type DeclaredService, startDemoWithOrders, startLibraryWithProfile } from './services.fixture.js';

useSteadyClock();

/** Whether a rule sent the request itself; creation of parents and removal of items do not count. */
interface Sent {
  readonly rule: string;
  readonly permit: Permission;
  readonly goes: Permission;
}

/** A line of the tape. */
interface Line {
  readonly n: number;
  readonly trial?: string;
  readonly request?: { readonly method: string; readonly headers: Readonly<Record<string, string>> };
  readonly answer?: { readonly status: number };
}

const unsafe: Readonly<Record<string, Permission>> = {
  POST: 'writes',
  PUT: 'writes',
  PATCH: 'writes',
  DELETE: 'deletes',
};

/** The permission that a request needs, by its method or an override; a flood is recognized by refused requests. */
function farthest({ method, headers }: NonNullable<Line['request']>, status: number | undefined): Permission {
  if (status === 429) return 'floods';
  const told = Object.entries(headers).flatMap(([name, value]) => (/method/i.test(name) ? [value] : []));
  return mildestFirst([method, ...told].map((name) => unsafe[name] ?? 'reads')).at(-1) ?? 'reads';
}

const rank = (permit: Permission) => permissions.indexOf(permit);
const mildestFirst = (some: readonly Permission[]) => [...some].sort((one, other) => rank(one) - rank(other));

/** Audits a service, and gives what each rule sent of its own. */
async function sentTo(
  { target, file }: DeclaredService,
  said: Partial<LoadProfileOptions> & { readonly permit: Permission },
  known: Partial<Profile> = {},
  options: Partial<AuditOptions> = {},
): Promise<Sent[]> {
  const cwd = createTestFolder();
  const files = { tape: join(cwd, 'tape.ndjson'), ledger: join(cwd, 'ledger.ndjson'), report: 'report.json' };
  const profile = await loadProfile({ baseUrl: target, cwd, env: {}, file, cases: 2, ...said });
  const { results } = await audit({ ...profile, ...known }, { seed: 7, files, ...options });
  expect(results.filter(({ verdict }) => verdict === 'errored' || verdict === 'violated')).toEqual([]);
  const tape = readFileSync(files.tape, 'utf8').trim().split('\n');
  return sentOn(
    tape.map((line) => JSON.parse(line)),
    said.permit,
  );
}

function sentOn(lines: readonly Line[], permit: Permission): Sent[] {
  const statuses = new Map(lines.flatMap(({ n, answer }) => (answer ? [[n, answer.status]] : [])));
  return lines.flatMap(({ n, trial = '', request }) => {
    const [rule = '', subject] = trial.split('@');
    const isOwn = request !== undefined && subject !== undefined && rule.includes('/');
    return isOwn ? [{ rule, permit, goes: farthest(request, statuses.get(n)) }] : [];
  });
}

/** The demo under one permission after the other, and once more when it was seen before. */
async function sentToDemo(): Promise<Sent[]> {
  let collections: Baseline['collections'] = [];
  const onSeen = (seen: typeof collections) => {
    collections = seen;
  };
  const demo = await startDemoWithOrders([...demoDialects]);
  const made = await sentTo(demo, { permit: 'deletes' }, {}, { onSeen });
  const again = await sentTo(demo, { permit: 'deletes', only: ['versions/*'] }, { baseline: { collections } });
  return [...made, ...again, ...(await sentTo(demo, { permit: 'reads' }))];
}

async function sentToLibrary(): Promise<Sent[]> {
  const library = await startLibraryWithProfile();
  const read = await sentTo(library, { permit: 'reads' });
  return [...read, ...(await sentTo(library, { permit: 'deletes' }))];
}

const sentToLimited = async () =>
  sentTo(await startDemoWithOrders(['rate-limited']), { permit: 'floods', only: ['throttling/*'] });

/** The demo in the dialects of a fault that a rule finds: others do not have what it needs. */
async function sentByRule(rule: string, permit: Permission): Promise<Sent[]> {
  const fault = allFaults.find(({ violates }) => violates.includes(rule));
  return sentTo(await startDemoWithOrders(fault?.dialect ?? []), { permit, only: [rule] });
}

interface Touched {
  readonly id: string;
  readonly says: Permission;
  readonly goes: Permission | 'nothing';
}

/** It creates items from examples of the document, which have no marker, only where they may be removed. */
const createsUnmarked = 'document/documented-examples-are-accepted';
/** It looks at the paths that the survey found. */
const asksNothing = 'actions/paths-name-resources';

test('each rule sends the methods of its declared permission: no higher ones, and at least one of them', async () => {
  const sent = (await Promise.all([sentToDemo(), sentToLibrary(), sentToLimited()])).flat();
  const catalogue = (await loadRuleSet()).rules;
  const seen = new Set(sent.map(({ rule }) => rule));
  for (const { id, rule } of catalogue)
    if (rule.touches !== 'reads' && !seen.has(id)) sent.push(...(await sentByRule(id, 'deletes')));
  const touched: Touched[] = catalogue.map(({ id, rule }) => {
    const own = sent.filter((one) => one.rule === id);
    const goes = mildestFirst(own.map((one) => one.goes)).at(-1);
    return { id, says: rule.touches, goes: goes ?? 'nothing' };
  });
  // What only reads may make what it looks at where that is permitted; where it is not, it does without.
  const isFurther = ({ says, goes }: Touched) =>
    goes !== 'nothing' && rank(goes) > Math.max(rank(says), rank('writes'));
  expect(touched.filter(isFurther)).toEqual([]);
  const isOther = ({ id, says, goes }: Touched) => says !== 'reads' && says !== goes && id !== createsUnmarked;
  expect(touched.filter(isOther)).toEqual([]);
  // Rules about addresses share what one of them observes; passive rules observe the requests of all others.
  const isSharing = ({ per, observes }: (typeof catalogue)[number]['rule']) =>
    observes !== undefined || /^(operation|resource)$/.test(per);
  const sharing = new Set(catalogue.flatMap(({ id, rule }) => (isSharing(rule) ? [id] : [])));
  // A rule that writes to a collection may also read operations, which needs no more than permission to read.
  const isBoth = ({ elsewhere, touches }: (typeof catalogue)[number]['rule']) =>
    elsewhere !== undefined && touches !== 'reads';
  for (const { id, rule } of catalogue) if (isBoth(rule)) sharing.add(id);
  const isReader = ({ id, says }: Touched) => says === 'reads' && id !== asksNothing && !sharing.has(id);
  const readers = touched.filter(isReader).map(({ id }) => id);
  const read = sent.filter(({ permit }) => permit === 'reads');
  const isSent = (id: string) => read.some(({ rule }) => rule === id);
  for (const id of readers) if (!isSent(id)) read.push(...(await sentByRule(id, 'reads')));
  expect(read.filter(({ goes }) => goes !== 'reads')).toEqual([]);
  const senders = [...new Set(read.map(({ rule }) => rule))];
  expect(senders.filter((id) => !sharing.has(id)).sort()).toEqual(readers.sort());
  expect(senders.filter((id) => sharing.has(id)).length).toBeGreaterThan(5);
});
