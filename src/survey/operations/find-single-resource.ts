import { isSensitiveName } from '../../http/redact/sensitive-names.js';
import type { Json } from '../../model/json.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { mayRestore, type Operation, type SurveyedOperation } from '../../model/service/operation.js';
import type { SingleResource } from '../../model/service/single-resource.js';
import { findEffectWord } from '../../openapi/recognize/effect-words.js';
import { listMembers, listTypes } from '../../openapi/recognize/schema-shape.js';
import { isQueryPath, isTemplated, splitSegments, splitWords } from '../../openapi/recognize/words.js';

/**
 * Finds what a run may write to an address that belongs to no collection: a fixed path whose GET shows all that PUT or POST
 * writes, so that the run can restore it. Undefined for other addresses, and where the profile does not permit it.
 */
export function findSingleResource(
  operations: readonly SurveyedOperation[],
  document: Json | undefined,
  known: Pick<DeclaredService, 'operations' | 'isLoopback'>,
): SingleResource | undefined {
  const path = operations[0]?.operation.path ?? '';
  const permission = mayRestore(known.operations ?? {}, path, known.isLoopback === true);
  if (permission === false || isTemplated(path) || operations.some(isElsewhere)) return undefined;
  if (permission === 'by default' && suggestsEffects(path)) return undefined;
  const on = (method: string) => operations.find(({ operation }) => operation.method === method)?.operation;
  const read = on('GET');
  const remove = keepIf(on('DELETE'), isCallable);
  const isWritable = (one: Operation) => read !== undefined && canBeRestored(one, read, document);
  const replace = keepIf(on('PUT'), isWritable);
  const create = remove && keepIf(on('POST'), isWritable);
  const writer = replace ?? create;
  if (read === undefined || !isCallable(read) || writer === undefined) return undefined;
  const members = [...listMembers(document, getBodySchema(writer))];
  const written = members.filter(([, { schema }]) => schema.readOnly !== true).map(([name]) => name);
  return {
    ...{ path, read },
    ...(replace && { replace }),
    ...(create && { create }),
    ...(remove && { remove }),
    ...(members.length > 0 && { members: written, shown: listShownMembers(read, document) }),
  };
}

/** Operations of collections and actions are checked there. */
const isElsewhere = ({ owner, role, spared }: SurveyedOperation): boolean =>
  owner !== undefined || spared !== undefined || role === 'list';

const keepIf = (one: Operation | undefined, isKept: (one: Operation) => boolean): Operation | undefined =>
  one !== undefined && isKept(one) ? one : undefined;

const isCallable = ({ parameters }: Operation): boolean => parameters.every(({ required }) => !required);

/** The words of an account, of access and of business: a change there may log a user out, or reach people. */
const accountWords: ReadonlySet<string> = new Set([
  ...['me', 'self', 'account', 'accounts', 'profile', 'user', 'users', 'session', 'sessions', 'login', 'auth', 'oauth'],
  ...['sso', 'mfa', 'password', 'token', 'tokens', 'credential', 'credentials', 'role', 'roles', 'billing', 'plan'],
  ...['subscription', 'license', 'tenant', 'organization', 'organisation', 'domain', 'maintenance', 'power'],
]);

function suggestsEffects(path: string): boolean {
  const words = splitSegments(path).flatMap(splitWords);
  return isQueryPath(path) || findEffectWord('PUT', path) !== undefined || words.some((word) => accountWords.has(word));
}

/** Whether GET shows every member that a write can change, and none of them is a secret. */
function canBeRestored(write: Operation, read: Operation, document: Json | undefined): boolean {
  const [sent, shown] = [getBodySchema(write), read.response?.schema as Json | undefined];
  if (sent === undefined || shown === undefined || !isCallable(write) || !isJson(write)) return false;
  const types = (schema: Json) => listTypes(document, schema).sort().join();
  if (types(sent) === '' || types(sent) !== types(shown)) return false;
  const members = [...listMembers(document, sent)].filter(([, { schema }]) => schema.readOnly !== true);
  const readable = listMembers(document, shown);
  return members.every(
    ([name, { schema }]) => schema.writeOnly !== true && readable.has(name) && !isSensitiveName(name),
  );
}

const listShownMembers = (read: Operation, document: Json | undefined): string[] => [
  ...listMembers(document, read.response?.schema as Json | undefined).keys(),
];

const getBodySchema = ({ request }: Operation): Json | undefined => request?.schema as Json | undefined;

const isJson = ({ request }: Operation): boolean => /\bjson\b|^\*\/\*|^application\/\*/.test(request?.mediaType ?? '');
