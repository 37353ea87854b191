import { Ajv2020 } from 'ajv/dist/2020.js';
import { buildDocument } from '../../document/build-document.js';
import type { ServiceFacts } from '../../facts/facts.js';
import { compileTemplate } from '../../facts/match-path.js';
import type { Exchange } from '../client.js';
import type { ServiceProbe } from './probe.js';

type Json = Readonly<Record<string, unknown>>;

/** The document as OpenAPI 3.1 with whole paths, whose schemas are JSON schemas. */
function buildComparable({ design, ...facts }: ServiceFacts): Json {
  const service = { ...design.service, documentVersion: '3.1', documentBase: 'none' } as const;
  return buildDocument({ ...facts, design: { ...design, service } });
}

/** Whether an answer came from the gateway, of which the document says nothing. */
const isOfGateway = ({ text, status }: Exchange['answer']) =>
  text.startsWith('<html>') || [502, 503, 308].includes(status);

/** All answers so far have documented statuses, and content of the documented schemas. */
export const documentedAnswers: ServiceProbe = {
  name: 'documented-answers',
  applies: () => true,
  async run({ client, facts }, expect) {
    const document = buildComparable(facts);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', ...document });
    const paths = Object.entries(document.paths as Record<string, Record<string, Json>>)
      .map(([path, operations]) => ({ path, operations, pattern: compileTemplate(path) }))
      .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
    for (const { method, path, answer } of client.exchanges) {
      const found = paths.find(({ pattern }) => pattern.match(path.split('?')[0] ?? ''));
      const operation = found?.operations[method.toLowerCase()];
      if (!found || !operation || isOfGateway(answer)) continue;
      const responses = operation.responses as Record<string, { content?: Json }>;
      const response = responses[answer.status];
      if (!expect(response !== undefined, `${method} ${found.path} answers ${answer.status}, which is not documented`))
        continue;
      const [mediaType = ''] = (answer.headers['content-type'] ?? '').split(';');
      if (answer.json === undefined || !response?.content) continue;
      expect(mediaType in response.content, `${method} ${found.path} answers ${mediaType}`);
      const step = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');
      const pointer = [
        'paths',
        found.path,
        method.toLowerCase(),
        'responses',
        String(answer.status),
        'content',
        mediaType,
        'schema',
      ];
      const validate = ajv.compile({ $ref: `document#/${pointer.map(step).map(encodeURIComponent).join('/')}` });
      expect(validate(answer.json), `${method} ${found.path} ${answer.status}: ${ajv.errorsText(validate.errors)}`);
    }
  },
};
