import { join } from 'node:path';
import type { AuditOptions } from '../../src/audit/options.js';
import { audit } from '../../src/audit.js';
import { isEquivalent } from '../../src/model/difference.js';
import type { Json } from '../../src/model/json.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { extractItems } from './compare-items.js';
import { loadDraft } from './load-draft.js';
import { isSafe, recordRequests, type WireRequest } from './record-requests.js';
import { repositoryRoot } from './repository-root.js';
import type { AuditSettings, FieldService, Mode, RunningService, StartOptions } from './service.js';

/** A report, what the service had before and after the audit, and what went over the wire if that was recorded. */
export interface ServiceAudit {
  readonly report: Report;
  readonly before: readonly Json[];
  readonly after: readonly Json[];
  readonly requests: readonly WireRequest[];
}

/** What differs from the definition of the service. */
export interface AuditVariation extends Partial<AuditSettings> {
  readonly start?: StartOptions;
  /** Whether its requests are recorded on their way. */
  readonly isRecorded?: boolean;
  /** Where tape, ledger and report are written. */
  readonly files?: AuditOptions['files'];
}

/** Starts a service and audits it as `assay run` would, in a mode that the service defines. */
export async function auditService(
  service: FieldService,
  mode: Mode,
  { start, files, isRecorded = false, ...varied }: AuditVariation = {},
): Promise<ServiceAudit> {
  const settings = service.audits[mode];
  if (settings === undefined) throw new Error(`${service.name} has no mode ${mode}`);
  const { seed, ...options } = { ...settings, ...varied };
  const running = await service.start(start);
  const recorder = isRecorded ? await recordRequests(running.url) : undefined;
  try {
    const before = await fetchItems(service, running, []);
    const cwd = join(repositoryRoot, 'test/field');
    const given = { cwd, env: running.env ?? {}, baseUrl: recorder?.url ?? running.url, ...options };
    const profile = await (mode === 'draft' ? loadDraft(given) : loadProfile(given));
    const report = await audit(profile, { seed, ...(files && { files }) });
    const { requests = [] } = recorder ?? {};
    return { report, before, after: await fetchItems(service, running, requests), requests };
  } finally {
    await recorder?.close();
    await running.close();
  }
}

/** The lists of a service; without lists, one of the items that it names and of those at the addresses of all writes. */
async function fetchItems(
  service: FieldService,
  running: RunningService,
  requests: readonly WireRequest[],
): Promise<Json[]> {
  const lists = await fetchLists(service, running);
  if (service.hasNoLists !== true) return lists;
  const written = new Set(requests.filter(({ method }) => !isSafe(method)).map(({ path }) => path));
  for (const path of [...written].filter((one) => !service.lists.includes(one))) {
    const response = await fetch(running.url + path);
    if (response.ok) lists.push((await response.json()) as Json);
  }
  return [lists];
}

/** All pages of all lists. */
async function fetchLists(service: FieldService, running: RunningService): Promise<Json[]> {
  const lists = await Promise.all(service.lists.map((path) => fetchPages(path, service, running)));
  return lists.flat();
}

/** Most pages of a list; a list that has more is an error of its definition. */
const maxPages = 200;

async function fetchPages(path: string, service: FieldService, running: RunningService): Promise<Json[]> {
  const { paging } = service;
  const pages = [await fetchPage(path, service, running)];
  let [last = []] = pages.map(extractItems);
  for (let count = last.length; paging !== undefined; count += last.length) {
    if (pages.length > maxPages) throw new Error(`${path} has more than ${maxPages} pages`);
    // Beyond the last page, some answer with an error.
    const next = await fetchPage(addPage(path, paging, pages.length, count), service, running).catch(() => null);
    const items = extractItems(next);
    // A list without pages answers with all of it again.
    if (next === null || items.length === 0 || isEquivalent([...last], [...items])) break;
    pages.push(next);
    last = items;
  }
  return pages;
}

async function fetchPage(path: string, { headers }: FieldService, { url, env }: RunningService): Promise<Json> {
  const response = await fetch(url + path, { headers: headers?.(env) ?? {} });
  if (!response.ok) throw new Error(`GET ${path} was answered with ${response.status}`);
  return (await response.json()) as Json;
}

const addPage = (path: string, paging: NonNullable<FieldService['paging']>, pages: number, items: number): string =>
  `${path}${path.includes('?') ? '&' : '?'}${paging}=${paging === 'page' ? pages + 1 : items}`;
