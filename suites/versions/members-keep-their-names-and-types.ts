import { compare, defineRule, held, http, type Json, needs, values, violated } from '#rule';
import { baselineGiven, chooseInTurn, listPairs } from './_shared/baseline.js';

/** A member that one item lacks and others show may depend on their values; only a member that no item shows is missing. */
export default defineRule({
  clause: 'VER-01',
  per: 'service',
  title: 'Members of an item keep their names and types',
  otherwise: 'A member of an item was removed, or changed its type',
  touches: 'writes',
  needs: [baselineGiven, needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      spares: values.array(values.drawAtRandom(bodies.body()), 3, 3),
      turn: values.oneOf(0, 1, 2, 3),
    }),
  when: async ({ body, spares, turn }, { subject, related }) => {
    const known = listPairs(subject.service(), body).filter(
      ({ then, now }) => now.read && Object.keys(then.members).length > 0,
    );
    const {
      then,
      now,
      body: own,
    } = chooseInTurn(known, turn, 'the baseline has no members of a collection that can be created now');
    const items = related.getItems(now);
    const others = own === body ? spares : [];
    const look = async (one: typeof body, role: { readonly role?: 'control' }) => {
      const item = await items.create(one, role);
      const read = await http.readBack(item);
      return { read, suspects: findSuspects(then.members, read.answer?.json, item.sent, [item.sent, ...spares]) };
    };
    const { read, suspects } = await look(own, {});
    let left = suspects;
    for (const other of left.length > 0 ? others : []) {
      const again = (await look(other, { role: 'control' })).suspects.map(({ pointer }) => pointer);
      left = left.filter(({ pointer }) => again.includes(pointer));
    }
    return { read, left };
  },
  then: ({ read, left }) => {
    if (left.length === 0) return held;
    const expected = Object.fromEntries(left.map(({ pointer, was }) => [pointer, was.join(' or ')]));
    const actual = Object.fromEntries(left.map(({ pointer, is }) => [pointer, is]));
    return violated({ expected, actual, shows: [read] });
  },
  silentIn: ['version-counter', 'error-member', 'links-none', 'etags', 'time-in-the-body'],
});

/** A member that differs from the baseline: removed, or of another type. */
interface Suspect {
  readonly pointer: string;
  readonly was: readonly string[];
  readonly is: string;
}

/** The members that an item does not show as in the baseline, apart from optional ones that were not sent. */
function findSuspects(
  members: Readonly<Record<string, readonly string[]>>,
  shown: Json | undefined,
  sent: Json,
  sendable: readonly Json[],
): Suspect[] {
  const canBeSent = (name: string) => sendable.some((body) => compare.isObject(body) && Object.hasOwn(body, name));
  const isSent = (name: string) => compare.isObject(sent) && Object.hasOwn(sent, name);
  const suspects: Suspect[] = [];
  for (const [pointer, was] of Object.entries(members)) {
    const [name = ''] = compare.parsePointer(pointer);
    const is = getKind(compare.getAtPointer(shown, pointer));
    const isBelow = suspects.some((above) => pointer.startsWith(`${above.pointer}/`));
    const isExcused = is === 'absent' && canBeSent(name) && !isSent(name);
    const isEmpty = is === 'null' || was.every((kind) => kind === 'null');
    if (!isBelow && !isExcused && !isEmpty && !was.includes(is)) suspects.push({ pointer, was, is });
  }
  return suspects;
}

function getKind(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
