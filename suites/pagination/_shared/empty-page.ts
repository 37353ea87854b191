import { compare, type Exchange, type Finding, held, heldWithNote, inconclusive, violated } from '#rule';

/** HAL leaves out empty members; a member that is there must be a list without entries. */
export function judgeEmptyPage(full: Exchange, empty: Exchange): Finding {
  const { status = 0, json, text = '' } = empty.answer ?? {};
  const shows = [full, empty];
  if (status === 401 || status === 403) return inconclusive('refused', `GET returned ${status}`);
  if (status !== 200 && status !== 206) return violated({ expected: 'status 200', actual: `status ${status}`, shows });
  if (Array.isArray(json)) return held;
  if (!compare.isObject(json))
    return violated({ expected: 'an empty page', actual: text.slice(0, 80) || 'no content', shows });
  const before = full.answer?.json;
  const lists = compare.isObject(before) ? Object.keys(before).filter((name) => Array.isArray(before[name])) : [];
  const missing = lists.find((name) => !Array.isArray(json[name]));
  if (missing === undefined) return held;
  if (!Object.hasOwn(json, missing)) return heldWithNote(`an empty page has no member ${missing}`);
  return violated({ expected: { [missing]: [] }, actual: { [missing]: json[missing] ?? null }, shows });
}
