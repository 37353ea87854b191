import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { judgeService, type Posted, type Posting, type Reply, sound } from './_shared/keyed-service.fixture.js';

useSteadyClock();

/** Answers a known key in a way of its own. */
const repeating =
  (again: (first: Reply, posted: Posted) => Reply): Posting =>
  (posted) => {
    const first = posted.known.get(posted.key ?? '');
    return first ? again(first, posted) : sound(posted);
  };

const isSame = ({ json }: Reply, content: object): boolean =>
  JSON.stringify({ ...content, id: (json as { id: string }).id }) === JSON.stringify(json);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const worlds: Readonly<Record<string, Posting>> = {
  'as it should be': repeating((first, { content }) => (isSame(first, content) ? first : { status: 422 })),
  'two entries for each creation, as in double-entry bookkeeping': (posted) => {
    if (!posted.known.has(posted.key ?? '')) posted.make({ ...posted.content, size: 0 });
    return sound(posted);
  },
  'a repetition without content and Location': repeating(() => ({ status: 204 })),
  'a repetition with 303': repeating(({ headers = {} }) => ({
    status: 303,
    headers: { location: `${headers.location}?again` },
  })),
  'a repetition with a Location at another host': repeating(({ headers = {} }) => ({
    status: 200,
    headers: { location: `https://in.example${headers.location}` },
  })),
  'nothing is created for an aborted request': async (posted) => {
    await new Promise((done) => setImmediate(done));
    return posted.wasTorn() ? { status: 500 } : sound(posted);
  },
  'keys of 36 characters only': (posted) =>
    (posted.key ?? uuid.source).length >= 36 ? sound(posted) : { status: 400 },
  'UUIDs only': (posted) => (posted.key === undefined || uuid.test(posted.key) ? sound(posted) : { status: 400 }),
  'equal creations are one': (posted) => {
    const equal = [...posted.stored.values()].find(({ size, isGone }) => size === posted.content.size && !isGone);
    return equal ? { status: 200, json: equal } : sound(posted);
  },
};

const refusalRule = 'key-with-another-payload-is-refused';

test('a service that creates one item per key holds, whatever it returns', async () => {
  const said = await Promise.all(
    Object.entries(worlds).map(async ([name, posting]) => {
      const verdicts = Object.entries(await judgeService(posting)).filter(([rule]) => rule !== refusalRule);
      return [name, verdicts.filter(([, verdict]) => verdict !== 'held').map((one) => one.join(' '))];
    }),
  );
  expect(Object.fromEntries(said)).toEqual({
    ...Object.fromEntries(Object.keys(worlds).map((name) => [name, []])),
    'equal creations are one': ['different-keys-create-different-items inconclusive'],
  });
});

test('a service that forgets keys violates the rule, and dependent rules are inconclusive', async () => {
  const verdicts = await judgeService(({ make }) => make());
  expect(verdicts).toMatchObject({
    'repeated-key-creates-one-item': 'violated',
    'concurrent-requests-with-one-key-create-one-item': 'inconclusive',
    'aborted-post-sent-again-creates-one-item': 'inconclusive',
    'different-keys-create-different-items': 'inconclusive',
  });
});

test('a known key with other content is refused with the declared status', async () => {
  const [strict, lenient] = await Promise.all([judgeService(worlds['as it should be'] ?? sound), judgeService(sound)]);
  expect([strict[refusalRule], lenient[refusalRule]]).toEqual(['held', 'violated']);
});
