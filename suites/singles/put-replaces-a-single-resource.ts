import { assume, compare, defineRule, held, inconclusive, type Tools, values, violated } from '#rule';
import { getMember } from '../_shared/members.js';
import { assumeAccepted, putWithoutMembers, selectLargestContents } from './_shared/contents.js';
import { replaceableSingle } from './_shared/needs.js';

/** A member that PUT omits may get a default. It was kept if it shows each of two values that PUT stored before. */
export default defineRule({
  clause: 'PUT-03',
  per: 'resource',
  title: 'PUT replaces the whole content of a single resource',
  otherwise: 'PUT kept a member of a single resource that its body omits',
  doubt: 'Settings often keep members that PUT leaves out, or set them to defaults that look like what was there.',
  touches: 'writes',
  watches: 'service',
  needs: [replaceableSingle],
  cases: 3,
  given: (bodies) => values.record({ drawn: values.batch(bodies.replacement(), 8) }),
  when: async ({ drawn }, tools: Tools) => {
    const [first] = selectLargestContents(drawn);
    assume(first !== undefined, 'no-usable-case', 'the content is no object, so that nothing can be omitted');
    const single = await tools.subject.single();
    const before = await putWithoutMembers(single, first);
    const kept = before.omitted.filter((name) =>
      compare.isEquivalent(getMember(before.after.answer?.json, name), first[name]),
    );
    const isOther = (name: string, body: (typeof drawn)[number]) => {
      const value = getMember(body, name);
      return value !== undefined && !compare.isEquivalent(value, first[name]);
    };
    const other = drawn.find((body) => kept.some((name) => isOther(name, body)));
    if (kept.length === 0 || other === undefined) return { first, before, kept };
    const chosen = kept.filter((name) => isOther(name, other));
    const second = { ...first, ...Object.fromEntries(chosen.map((name) => [name, getMember(other, name) ?? null])) };
    const write = await single.put(second);
    assumeAccepted(write);
    const full = await single.get();
    const put = await single.put(before.sent);
    return { first, before, kept: chosen, second, full, put, after: await single.get() };
  },
  then: ({ before, kept, second, full, put, after }) => {
    if (kept.length === 0) return held;
    if (second === undefined || !full || !put || !after)
      return inconclusive('no-usable-case', 'no second value was drawn for a member that PUT omits');
    const wrong = kept.filter((name) => {
      const value = second[name];
      return [full, after].every((look) => compare.isEquivalent(getMember(look.answer?.json, name), value));
    });
    if (wrong.length === 0) return held;
    const actual = Object.fromEntries(wrong.map((name) => [name, getMember(after.answer?.json, name) ?? null]));
    return violated({
      expected: `no ${wrong.join(', ')}`,
      actual,
      shows: [before.put, before.after, full, put, after],
    });
  },
  silentIn: ['inventory', 'inventory-with-default-settings', 'inventory-with-conditional-settings'],
});
