import { assume, compare, type Exchange, http, type Json, type JsonObject, type Tools, type values } from '#rule';
import { getMember } from '../../_shared/members.js';

type SingleHandle = Awaited<ReturnType<Tools['subject']['single']>>;

/** Writes the content of a single resource: with PUT where it has one, otherwise with POST. */
export const writeContent = (single: SingleHandle, body: Json, tools: Pick<Tools, 'subject'>): Promise<Exchange> =>
  tools.subject.resource().single?.replace === undefined ? single.post(body) : single.put(body);

/** Ends the case unless a write was accepted and took effect at once. */
export function assumeAccepted(write: Exchange): void {
  const status = write.answer?.status;
  assume(!http.hasStatus(write, 401, 403), 'refused', `${write.method} returned ${status}`);
  assume(http.hasStatus(write, 200, 201, 204), 'setup', `${write.method} returned ${status}`);
}

/** Whether GET shows a content as it was sent; members that the service adds do not count. */
export function showsContent(sent: Json, look: Exchange): boolean {
  const shown = look.answer?.json;
  if (!http.hasStatus(look, 200) || shown === undefined) return false;
  if (!compare.isObject(sent)) return compare.isEquivalent(sent, shown);
  return Object.entries(sent).every(([name, value]) => compare.isEquivalent(value, getMember(shown, name)));
}

/** The contents that differ from what was there before, those with the most members first. */
export function selectLargestContents(bodies: readonly Json[]): JsonObject[] {
  const objects = bodies.filter(compare.isObject);
  return [...objects].sort((a, b) => Object.keys(b).length - Object.keys(a).length);
}

/** Maximum number of members that are omitted one by one. */
const maxTries = 6;

/** PUTs a content, then with ever fewer of its members omitted, until that is accepted: some may be required. */
export async function putWithoutMembers(single: SingleHandle, content: JsonObject) {
  const whole = await single.put(content);
  assumeAccepted(whole);
  const names = Object.keys(content);
  const ways = [names, names.slice(Math.floor(names.length / 2)), ...names.map((name) => [name])].slice(
    0,
    maxTries + 2,
  );
  for (const omitted of ways) {
    const sent = Object.fromEntries(Object.entries(content).filter(([name]) => !omitted.includes(name)));
    const put = await single.put(sent);
    if (http.hasStatus(put, 200, 201, 204)) return { put, sent, omitted, after: await single.get() };
  }
  assume(false, 'no-usable-case', 'PUT needs each member of the content');
}

/** Keywords with one meaning for every validator. Formats, unknown members and pattern engines differ. */
const clearKeywords = new Set([
  ...['type', 'enum', 'const', 'required', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'],
]);

/** Whether a violation of the schema is unambiguous: null is often treated as absent. */
export const isClearBreach = ({ body, pointer, keyword }: values.NearMiss): boolean =>
  clearKeywords.has(keyword) && compare.getAtPointer(body, pointer) !== null;

/** Whether GET shows the forbidden value as it was sent, at a place where it shows valid values. */
export function showsForbidden({ body, pointer, keyword }: values.NearMiss, shown: Exchange, valid: Exchange): boolean {
  if (!http.hasStatus(shown, 200) || !http.hasStatus(valid, 200)) return false;
  const usual = compare.getAtPointer(valid.answer?.json, pointer);
  if (usual === undefined || usual === null) return false;
  const [sent, there] = [body, shown.answer?.json].map((content) => compare.getAtPointer(content, pointer));
  if (keyword === 'required') return there === undefined;
  if (there === undefined || typeof sent !== typeof there || Array.isArray(sent) !== Array.isArray(there)) return false;
  return compare.isEquivalent(sent, there);
}
