import type { Report } from '../../model/result/report.js';
import { describeBrokenDocument, type Omission } from '../../model/service/survey.js';
import { joinNames } from '../../model/values/join-names.js';
import { createRow, type Row, wrapProse } from '../console/print.js';
import type { UncheckedEntry } from './unchecked-entry.js';

/** Maximum number of documents, and of operations, that are named. */
const maxNamed = 2;

/** Rows about documents of the service that cannot be used: all checks may depend on them. */
export function renderBrokenDocumentRows({ survey }: Report, width: number): Row[] {
  const broken = filterOmissions(survey, 'document');
  const more = broken.length - maxNamed;
  return [
    ...broken.slice(0, maxNamed).flatMap((one) => wrapProse('', describeBrokenDocument(one), width, 'doubt')),
    ...(more > 0 ? [createRow(`and ${more} more: assay show`)] : []),
  ];
}

/** Parts of the document and operations that were left out, with what changes it. */
export function listOmittedEntries({ survey }: Report): UncheckedEntry[] {
  const operations = filterOmissions(survey, 'operation');
  return [
    ...filterOmissions(survey, 'parts').map(({ why }) => {
      return { why, remedy: '; correct the document, or name another with --openapi FILE', key: '--openapi' };
    }),
    ...(operations.length > 0 ? [describeOperations(operations)] : []),
  ];
}

const filterOmissions = ({ omissions = [] }: Report['survey'], what: Omission['what']): Omission[] =>
  omissions.filter((one) => one.what === what);

function describeOperations(operations: readonly Omission[]): UncheckedEntry {
  const names = operations.map(({ about }) => about);
  const reasons = new Set(operations.map(({ why }) => why));
  const keys = [...new Set(operations.map(({ enable }) => enable))];
  const declared = keys.filter((key) => !key.startsWith('-'));
  const ways = [
    ...(declared.length > 0 ? [`declare ${declared.join(' or ')}`] : []),
    ...keys.filter((key) => key.startsWith('-')).map((flag) => `use ${flag}`),
  ];
  return {
    why: `${joinNames(names, maxNamed)} ${operations.length === 1 ? 'is' : 'are'} not called: ${
      reasons.size === 1 ? [...reasons].join() : 'their words suggest effects'
    }`,
    remedy: `; to test ${operations.length === 1 ? 'it' : 'them'}, ${ways.join(', or ')}`,
    key: keys.join(', '),
  };
}
