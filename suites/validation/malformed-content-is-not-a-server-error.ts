import { defineRule, needs, values } from '#rule';
import { createContentSender, malformedContents, type WriteMethod } from './_shared/content.js';
import { judgeProvoked, provokeFailure } from './_shared/server-failure.js';

export default defineRule({
  clause: 'ERR-04',
  title: 'Malformed content is not a server error',
  otherwise: 'Malformed content caused a server error',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      sample: values.oneOf<{ way: WriteMethod; contents: readonly string[] }>(
        { way: 'POST', contents: ['cut', 'empty', 'null', 'text'] },
        { way: 'PUT', contents: ['empty', 'array', 'cut'] },
        { way: 'PATCH', contents: ['cut', 'text', 'empty', 'null'] },
        { way: 'POST', contents: ['array', 'array of arrays', 'number', 'marked', 'null octet'] },
        { way: 'POST', contents: ['open arrays', 'open objects', 'blank', 'a quote', 'truth', 'behind'] },
      ),
    }),
  when: async ({ body, sample }, tools) => {
    const entrance = await createContentSender(sample.way, body, tools);
    const text = JSON.stringify(entrance.content);
    const contents = sample.contents.map((name) => malformedContents[name]?.(text) ?? '');
    const odd = contents
      .filter((content) => tools.collection.acceptsArrays || !content.startsWith('['))
      .map((content) => async () => (await entrance.send(content)).exchange);
    return provokeFailure(tools.client, odd, entrance.sendOrdinary);
  },
  then: judgeProvoked,
  silentIn: ['syntax-422', 'errors-empty', 'put-204', 'keys-required', 'etags'],
});
