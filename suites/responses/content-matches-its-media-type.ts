import { definePassiveRule, http } from '#rule';

const jsonType = /^application\/([\w.-]+\+)?json$/;

/** Statuses of responses without content, or with a part of it. */
const incomplete = new Set([204, 206, 304]);

/** RFC 9110 §8.3: content that is declared as JSON must be JSON. Responses to HEAD have none. */
export default definePassiveRule({
  clause: 'ERR-24',
  title: 'Content that is declared as JSON is JSON',
  otherwise: 'Content that is declared as JSON is not JSON',
  observes: {
    readsContent: true,
    concerns: ({ answer }) =>
      answer !== undefined &&
      !incomplete.has(answer.status) &&
      jsonType.test(http.parseMediaType(http.getHeader(answer, 'content-type')).essence) &&
      answer.headers['content-encoding'] === undefined,
    findFlaw({ answer }) {
      if (answer === undefined || answer.json !== undefined || answer.text.trim() === '') return undefined;
      return `content that is not JSON: ${answer.text.slice(0, 80)}`;
    },
    expected: 'content that can be parsed as its media type says',
  },
  silentIn: ['errors-text', 'errors-empty', 'put-204', 'second-delete-204'],
});
