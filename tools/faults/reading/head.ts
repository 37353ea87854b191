import { createFault, createSubtleFault, type InjectedFault, requireDialects } from '../../../src/demo/faults/fault.js';
import { changeHead, omitField, headFaults as shippedFaults } from '../../../src/demo/faults/reading-items.js';
import { createEmptyAnswer } from '../../../src/demo/service/http/answer.js';

const mirrorRules = ['safety/head-matches-get'];

const fieldRule = 'operations/head-has-the-fields-of-get';

/** Faults of HEAD. */
export const headFaults: readonly InjectedFault[] = [
  ...shippedFaults.slice(0, 2),
  createSubtleFault('head-sends-content', 'HEAD sends the content of GET after the header section.', mirrorRules, () =>
    changeHead((answer) => (answer.status === 200 ? { ...answer, tail: JSON.stringify(answer.body) } : answer)),
  ),
  createSubtleFault(
    'head-sends-a-wrong-length',
    'HEAD has a Content-Length one octet larger than the content of GET.',
    mirrorRules,
    () =>
      changeHead((answer) => {
        const length = Buffer.byteLength(JSON.stringify(answer.body ?? '')) + 1;
        return answer.status === 200
          ? { ...answer, headers: { ...answer.headers, 'content-length': String(length) } }
          : answer;
      }),
  ),
  ...shippedFaults.slice(2),
  requireDialects(
    createSubtleFault(
      'head-has-another-entity-tag',
      'HEAD of an order has another entity tag than GET.',
      fieldRule,
      () => ({
        around: {
          'HEAD order': (_, next) => {
            const answer = next();
            const { etag } = answer.headers;
            return etag === undefined
              ? answer
              : { ...answer, headers: { ...answer.headers, etag: etag.replace(/"$/, '-head"') } };
          },
        },
      }),
    ),
    'etags',
  ),
  createFault(
    'head-of-the-list-lacks-content-type',
    'HEAD of the list has neither the Content-Type nor the length of GET.',
    [fieldRule, 'safety/head-matches-get'],
    () => ({
      around: {
        'HEAD orders': (_, next) => {
          const answer = next();
          return { ...createEmptyAnswer(answer.status, omitField(answer, 'content-type').headers), text: '' };
        },
      },
    }),
  ),
];
