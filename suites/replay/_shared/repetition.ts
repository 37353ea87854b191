import {
  type Creation,
  compare,
  type Exchange,
  type Finding,
  held,
  heldWithNote,
  http,
  type Items,
  inconclusive,
  violated,
} from '#rule';
import { type FirstCreation, readNamedItem } from './creations.js';

/** One repetition, and the resource that it names where that differs from the first response. */
export interface Repetition {
  readonly exchange: Exchange;
  readonly name: string | undefined;
  readonly look: Exchange | undefined;
  /** The id that the resource at the other address shows. */
  readonly shown: string | undefined;
}

/** Reads the resource that a repetition names, if it differs from the first one. */
export async function readRepeatedName(again: Creation, { item }: FirstCreation, items: Items): Promise<Repetition> {
  const { exchange } = again;
  const name = readNamedItem(exchange, items);
  const look =
    name === undefined || name === item.id
      ? undefined
      : await again.item?.getUntil((seen) => http.hasStatus(seen, 200));
  return { exchange, name, look, shown: look && items.readId(look.answer?.json) };
}

/** Violated when a repetition names another item than the first response, or is refused without naming it. */
export const judgeRepetitions = (repetitions: readonly Repetition[], first: FirstCreation): Finding =>
  combineRepetitions(
    repetitions.map((repetition, i) => {
      const shows = [first, ...repetitions.slice(0, i + 1)].map(({ exchange }) => exchange);
      return judgeRepetition(repetition, first, shows);
    }),
  );

function judgeRepetition(
  { exchange, name, look, shown }: Repetition,
  first: FirstCreation,
  shows: readonly Exchange[],
): Finding {
  const status = exchange.answer?.status;
  const expected = { id: first.item.id };
  if (http.hasStatus(exchange, 401, 403)) return inconclusive('refused', `the repetition returned ${status}`);
  if (http.hasStatus(exchange, 4, 5)) return violated({ expected, actual: `the repetition returned ${status}`, shows });
  if (name === first.item.id) return held;
  // Its id differs, and one of its links leads to the first item: nothing was read under the other id.
  if (look !== undefined && look.path === first.item.path)
    return inconclusive('setup', `the repetition names ${name}, and a link in it leads to the first item`);
  if (shown === first.item.id) return held;
  if (name === undefined) return heldWithNote(`a repetition returned ${status} without naming an item`);
  const isThere = shown !== undefined;
  const isNowhere = http.hasStatus(look ?? exchange, 404, 410) && isSameKind(exchange, first.exchange);
  if (isThere || isNowhere) return violated({ expected, actual: { id: name }, shows });
  return inconclusive('setup', `the repetition names ${name}, which could not be identified`);
}

/** Whether two responses show the same kind of resource: one has every member of the other, or both have the same Location. */
function isSameKind({ answer }: Exchange, other: Exchange): boolean {
  const [shown, known] = [answer?.json, other.answer?.json];
  const place = (of: Exchange['answer']) => http.getHeader(of, 'location')?.replace(/[^/]*$/, '');
  if (shown === undefined && known === undefined) return place(answer) === place(other.answer);
  return (
    compare.isObject(shown) &&
    compare.isObject(known) &&
    Object.keys(known).every((member) => Object.hasOwn(shown, member))
  );
}

/** One violation is enough, and one inconclusive case prevents `held`. */
const combineRepetitions = (findings: readonly Finding[]): Finding =>
  ['violated', 'inconclusive']
    .map((verdict) => findings.find((finding) => finding.verdict === verdict))
    .find((finding) => finding !== undefined) ??
  findings.find((finding) => finding.verdict === 'held' && finding.note !== undefined) ??
  held;
