import { compare, type Exchange, type Finding, held, http, inconclusive, violated } from '#rule';

const expected = '405 with a field Allow';

const accused = (asked: Exchange, what: string): Finding =>
  violated({ expected, actual: `${asked.method} returned ${asked.answer?.status}${what}`, shows: [asked] });

/** An item that answers GET exists: 404 and 500 are wrong for it. */
export function judgeKnownMethod(asked: Exchange): Finding {
  if (http.hasStatus(asked, 405)) return judgeAllow(asked);
  if (http.hasStatus(asked, 501)) return held;
  return http.hasStatus(asked, 404, 500) ? accused(asked, '') : undecided(asked);
}

/**
 * A service that does not know a method returns 501; a server in front of it may return 400 or 404. PROPFIND that is
 * supported returns 207 (RFC 4918 §9.1), so another success is none of that method.
 */
export function judgeUnknownMethod(asked: Exchange, get: Exchange): Finding {
  if (http.hasStatus(asked, 405)) return judgeAllow(asked);
  if (http.hasStatus(asked, 501)) return held;
  if (http.hasStatus(asked, 400, 404)) return undecided(asked);
  const isGet =
    http.hasStatus(asked, 200) && get.answer?.text !== '' && compare.isEquivalent(asked.answer?.json, get.answer?.json);
  if (isGet && get.answer?.json !== undefined) return accused(asked, ', as if it were GET');
  return http.hasStatus(asked, 200, 201, 204, 500) ? accused(asked, '') : undecided(asked);
}

const judgeAllow = (asked: Exchange): Finding =>
  http.getHeader(asked.answer, 'allow') === undefined ? accused(asked, ' without Allow') : held;

const undecided = (asked: Exchange): Finding =>
  inconclusive('no-usable-case', `${asked.method} returned ${asked.answer?.status ?? asked.silence}`);
