import { answered, assume, differences, header, held, readable, record, rule, violated } from '#rule';

/** RFC 9110 §9.3.2 and §8.6. Over sockets of their own, because clients hide content that must not be there. */
export default rule({
  clause: 'HEAD-02',
  level: 'MUST',
  family: 'http',
  per: 'collection',
  title: 'HEAD answers as GET does, without content',
  otherwise: 'HEAD does not answer as GET does',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'item',
  needs: [readable],
  assumes: ['safety/head-is-answered'],
  cases: 4,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items, http }) => {
    const item = await items.any(body);
    await item.getUntil((exchange) => answered(exchange, 200));
    const get = await http.raw({ method: 'GET', path: item.path });
    const head = await http.raw({ method: 'HEAD', path: item.path });
    const again = await http.raw({ method: 'GET', path: item.path, role: 'control' });
    assume(answered(get, 200) && answered(again, 200), 'setup', `GET was answered ${get.answer?.status}`);
    assume(!answered(head, 3, 401, 403, 405, 501), 'no-usable-case', `HEAD was answered ${head.answer?.status}`);
    return { get, head, again };
  },
  then: ({ get, head, again }) => {
    const shows = [get, head];
    if (head.answer?.content)
      return violated({ expected: 'no content', actual: head.answer.content.slice(0, 200), shows });
    if (head.answer?.status !== get.answer?.status) {
      return violated({ expected: get.answer?.status ?? null, actual: head.answer?.status ?? null, shows });
    }
    const [told, real, later] = [head, get, again].map(({ answer }) => header(answer, 'content-length'));
    const isSteady =
      real === later && differences(get.answer?.content.length, again.answer?.content.length).length === 0;
    if (told === undefined || real === undefined || !isSteady || told === real) return held;
    return violated({ expected: `Content-Length: ${real}`, actual: `Content-Length: ${told}`, shows });
  },
  proof: {
    violatedBy: ['head-answers-204', 'head-sends-content', 'head-lies-about-the-length'],
    silentIn: ['etags', 'clock-in-the-body', 'request-id-in-the-body', 'access-statistics'],
  },
});
