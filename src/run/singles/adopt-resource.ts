import { findBreaches } from '../../generate/check-value.js';
import { isSensitiveName } from '../../http/redact/sensitive-names.js';
import type { Hold, HoldLedger } from '../../ledger/holds.js';
import { pause } from '../../model/clock.js';
import { isEquivalent } from '../../model/difference.js';
import { hasStatus } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { SingleResource } from '../../model/service/single-resource.js';
import { buildContent } from '../content/request-content.js';
import type { CaseClient } from '../items/case-client.js';
import { readContent, type ShownContent } from './restore-resource.js';

/** Longest content that is restored, as text. */
const maxLength = 65_536;

export interface AdoptContext {
  readonly document: Json | undefined;
  /** Removes the secrets of the profile and of the redaction settings. */
  readonly redactJson: (value: Json) => Json;
  readonly holds: HoldLedger;
  readonly mayDelete: boolean;
  /** Whether a path contains a secret, so that the ledger cannot name it. */
  readonly isTelling: (path: string) => boolean;
}

/** A resource that may be written to, or why not. */
export type Adoption =
  | { readonly hold: Hold; readonly isChangedByItsOwnContent: boolean }
  | { readonly hold?: undefined; readonly problem: string };

/** Time in which its content must not change by itself, in milliseconds. */
const steadyMs = 1_000;

/**
 * Finds out whether the run can restore a single resource: GET shows the same content twice, the content is valid for the write,
 * and writing exactly this content is accepted and changes nothing. Only the last step writes, after the content is in the
 * ledger.
 */
export async function adoptResource(single: SingleResource, wire: CaseClient, context: AdoptContext) {
  const { path, members, replace, create, remove } = single;
  if (context.isTelling(path)) return { problem: 'its path has a secret' };
  const first = await readContent({ path, members }, wire);
  if (typeof first === 'string') return { problem: first };
  await pause(steadyMs);
  const second = await readContent({ path, members }, wire);
  if (typeof second === 'string') return { problem: second };
  const { content } = second;
  if (!isEquivalent(first.content, content)) return { problem: 'its content changes by itself' };
  if (content === undefined && !(remove && context.mayDelete)) return { problem: 'it does not exist' };
  const stray = listMemberNames(second).find((name) => single.shown?.includes(name) === false);
  if (stray !== undefined) return { problem: `GET shows "${stray}", which the document does not describe` };
  const problem = content === undefined ? undefined : findOriginalProblem(content, single, context);
  if (problem !== undefined) return { problem };
  const hold = context.holds.hold({
    path,
    original: content,
    members,
    put: replace?.request?.mediaType,
    post: create?.request?.mediaType,
    ...(remove && { remove: true }),
  });
  if (content === undefined) return { hold, isChangedByItsOwnContent: false };
  return writeOwnContent(hold, wire, { ...context, names: listMemberNames(second) });
}

/** The members of all that GET shows, those that no client writes included. */
function listMemberNames({ exchange }: ShownContent): string[] {
  const json = exchange.answer?.json;
  return hasStatus(exchange, 200) && isObject(json) ? Object.keys(json) : [];
}

/** PUT or POST of the content that GET shows. */
async function writeOwnContent(
  hold: Hold,
  wire: CaseClient,
  { holds, names }: AdoptContext & { readonly names: readonly string[] },
): Promise<Adoption> {
  const { path, original = null, put, post } = hold;
  const method = put === undefined ? 'POST' : 'PUT';
  const record = holds.recordChange(hold, method, original);
  const write = await wire.trySend({ method, path, ...buildContent(original, put ?? post), role: 'control', record });
  const shown = await readContent(hold, wire);
  const isSame = typeof shown !== 'string' && isEquivalent(shown.content, original);
  if (isSame) holds.recordRestored(hold);
  else if (typeof shown !== 'string') holds.recordShown(hold, shown.content);
  if (!hasStatus(write, 200, 201, 204))
    return { problem: `${method} of its own content returned ${write.answer?.status ?? 'nothing'}` };
  if (typeof shown === 'string') return { problem: `after ${method} of its own content, ${shown}` };
  const lost = names.find((name) => !listMemberNames(shown).includes(name));
  if (lost !== undefined) return { problem: `after ${method} of its own content, GET no longer shows "${lost}"` };
  return { hold, isChangedByItsOwnContent: !isSame };
}

/** Why the run could not write this content back as it is; undefined where it could. */
function findOriginalProblem(
  content: Json,
  { replace, create }: SingleResource,
  { document, redactJson }: AdoptContext,
): string | undefined {
  const text = JSON.stringify(content);
  if (text.length > maxLength) return `its content has more than ${maxLength} characters`;
  if (!isEquivalent(redactJson(content), content) || hasHiddenMember(content))
    return 'its content has a secret, or a mask in its place';
  for (const operation of [replace, create]) {
    const schema = operation?.request?.schema;
    const [breach] = schema === undefined ? [] : findBreaches(schema, content, document);
    if (breach)
      return `${operation?.method} would not accept what GET shows: ${breach.pointer || '/'} ${breach.message}`;
  }
  return undefined;
}

/** A member with the name of a credential, or a text that stands for one. */
function hasHiddenMember(value: Json): boolean {
  if (typeof value === 'string') return /^[*•●xX]{3,}$|^<?(redacted|hidden|masked)>?$|[*•●]{4,}/i.test(value);
  if (Array.isArray(value)) return (value as readonly Json[]).some(hasHiddenMember);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => isSensitiveName(name) || hasHiddenMember(member));
}
