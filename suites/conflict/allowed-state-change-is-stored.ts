import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import {
  createInWrittenState,
  listStates,
  listStateWrites,
  pickTurn,
  writableStates,
  writeState,
} from './_shared/write-state.js';

/** Writes a state that may follow, with each method that writes states in turn, and reads the item. */
export default defineRule({
  clause: 'ACT-04',
  title: 'A state change that the declared states allow is stored',
  otherwise: 'A state change that the declared states allow is not stored',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, writableStates],
  assumes: ['creation/created-item-is-readable'],
  cases: 4,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) }),
  when: async ({ body, turn }, tools) => {
    const { collection } = tools;
    const { states } = collection;
    const left = states ? listStates(states).filter((state) => (states.next?.[state] ?? []).length > 0) : [];
    const wanted = pickTurn(left, turn);
    const { item, state } = await createInWrittenState(tools, body, (one) => one === wanted);
    const target = pickTurn(states?.next?.[state] ?? [], turn, left.length);
    const method = pickTurn(listStateWrites(collection), turn, left.length);
    assume(target !== undefined && method !== undefined, 'no-usable-case', `no state may follow ${state}`);
    const written = await writeState(item, method, target, tools);
    const shown = (look: typeof written) => compare.readState(collection, look.answer?.json);
    const after = await item.getUntil((look) => shown(look) === target);
    return { state, target, written, after, shown: shown(after) };
  },
  then: ({ state, target, written, after, shown }) => {
    const { status } = written.answer ?? {};
    if (http.isPending(written) || http.hasStatus(written, 401, 403, 412, 423, 428))
      return inconclusive('setup', `${written.method} returned ${status}`);
    if (http.hasStatus(written, 409))
      return violated({
        expected: `${target}, which may follow ${state}`,
        actual: `status ${status}`,
        shows: [written],
      });
    if (!http.hasStatus(written, 200, 204)) return inconclusive('setup', `${written.method} returned ${status}`);
    if (!http.hasStatus(after, 200) || http.isCached(after))
      return inconclusive('setup', `GET afterwards returned ${after.answer?.status}`);
    if (shown === target) return held;
    // The service may move on by itself.
    if (shown !== state) return inconclusive('setup', `the item is ${shown} afterwards`);
    return violated({ expected: { state: target }, actual: { state: shown ?? 'none' }, shows: [written, after] });
  },
  silentIn: ['stages', 'etags', 'put-204', 'normalising'],
});
