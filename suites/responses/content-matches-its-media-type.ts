import { definePassiveRule, type Exchange, http } from '#rule';

/** RFC 9110 §8.3: content that is declared as JSON must be JSON. Responses to HEAD have none. */
export default definePassiveRule({
  clause: 'ERR-24',
  title: 'Content that is declared as JSON is JSON',
  otherwise: 'Content that is declared as JSON is not JSON',
  stage: 'stable',
  observes: {
    concerns: (exchange) => isJsonType(exchange) && !http.hasStatus(exchange, 204, 206, 304),
    findFlaw({ answer }) {
      if (answer === undefined || answer.json !== undefined || answer.text.trim() === '') return undefined;
      return `content that is not JSON: ${answer.text.slice(0, 80)}`;
    },
    expected: 'content that can be parsed as its media type says',
  },
  silentIn: ['errors-text', 'errors-empty', 'put-204', 'second-delete-204'],
});

const isJsonType = ({ answer }: Exchange): boolean =>
  /^application\/([\w.-]+\+)?json$/.test(http.parseMediaType(http.getHeader(answer, 'content-type')).essence) &&
  http.getHeader(answer, 'content-encoding') === undefined;
