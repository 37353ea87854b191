import type { ServiceChoices } from '../../design/design.js';
import type { Problem, Refusal, RefusalKind, Reply, World } from '../state/world.js';

const statuses: Partial<Record<RefusalKind, number>> = {
  malformed: 400,
  missing: 404,
  gone: 410,
  unauthorized: 401,
  forbidden: 403,
  'media-type': 415,
  precondition: 412,
  'precondition-required': 428,
  'key-required': 400,
  rate: 429,
};

/** The status of a refusal. */
export function chooseStatus({ facts }: World, kind: RefusalKind): number {
  const { service } = facts.design;
  if (kind === 'invalid') return Number(service.invalidStatus);
  if (kind === 'conflict') return Number(service.conflictStatus);
  if (kind === 'key-mismatch') return Number(service.keyMismatch);
  if (kind === 'method') return service.wrongMethod === '404' ? 404 : 405;
  return statuses[kind] ?? 400;
}

const titles: Record<RefusalKind, readonly [english: string, norwegian: string]> = {
  malformed: ['The request cannot be read', 'Forespørselen kan ikke leses'],
  invalid: ['The content is not valid', 'Innholdet er ikke gyldig'],
  missing: ['Not found', 'Finnes ikke'],
  gone: ['It was removed', 'Det er slettet'],
  unauthorized: ['Credentials are missing or wrong', 'Pålogging mangler'],
  forbidden: ['Not allowed', 'Ingen tilgang'],
  method: ['The method is not supported here', 'Metoden støttes ikke'],
  'media-type': ['The media type is not supported', 'Medietypen støttes ikke'],
  conflict: ['It conflicts with what exists', 'Det finnes en konflikt'],
  precondition: ['It was changed by another client', 'Det ble endret av en annen'],
  'precondition-required': ['If-Match is required', 'If-Match mangler'],
  'key-required': ['An idempotency key is required', 'Nøkkel mangler'],
  'key-mismatch': ['The key was used with other content', 'Nøkkelen er brukt'],
  rate: ['Too many requests', 'For mange forespørsler'],
};

const rules: Record<Problem['rule'], readonly [english: string, norwegian: string]> = {
  required: ['is required', 'må fylles ut'],
  type: ['has the wrong type', 'har feil type'],
  format: ['has the wrong form', 'har feil format'],
  range: ['is out of range', 'er utenfor området'],
  unknown: ['is unknown', 'er ukjent'],
  reference: ['does not exist', 'finnes ikke'],
  unique: ['is taken', 'er opptatt'],
  order: ['cannot have this value now', 'kan ikke ha denne verdien'],
};

/** The answer to a refused request, as a service reports errors. */
export function refuse(world: World, { kind, problems, headers }: Refusal): Reply {
  const { service } = world.facts.design;
  const status = world.behaviour.chooseStatus(world, kind);
  const language = service.refusal === 'other-language' ? 1 : 0;
  const title = titles[kind][language];
  const details = service.refusal === 'none' ? [] : problems;
  const sentences = details.map(({ member, rule }) => `${member} ${rules[rule][language]}`);
  const text = service.refusal === 'field-message' || sentences.length === 0 ? title : sentences.join('; ');
  const isOther = service.errorVariety === 'several' && ['unauthorized', 'method', 'missing'].includes(kind);
  const shape = isOther ? (service.errorShape === 'text' ? 'message' : 'text') : service.errorShape;
  const members = listDetails(details, sentences, service.refusal);
  return { status, headers, ...shapeError(shape, { status, title, text, kind, details: members }) };
}

/** The members at fault, in the style of the service; undefined: the text has them, or there are none. */
function listDetails(problems: readonly Problem[], sentences: readonly string[], style: ServiceChoices['refusal']) {
  if (problems.length === 0) return undefined;
  if (style === 'pointer-code')
    return problems.map(({ member, rule }) => ({ code: rule.toUpperCase(), pointer: `/${member}` }));
  if (style !== 'field-message') return undefined;
  return Object.fromEntries(
    problems.map(({ member }, index) => [member, (sentences[index] ?? '').slice(member.length + 1)]),
  );
}

interface ErrorContent {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly kind: string;
  readonly details: unknown;
}

function shapeError(
  shape: ServiceChoices['errorShape'],
  { status, title, text, kind, details }: ErrorContent,
): Pick<Reply, 'json' | 'text'> & { headers?: Reply['headers'] } {
  const code = kind.toUpperCase().replaceAll('-', '_');
  switch (shape) {
    case 'problem':
      return {
        json: { type: `/errors/${kind}`, title, status, detail: text, ...(details ? { errors: details } : {}) },
      };
    case 'object':
      return { json: { error: { code, message: text, ...(details ? { details } : {}) } } };
    case 'text':
      return { json: { error: text, ...(details ? { fields: details } : {}) } };
    case 'message':
      return { json: { status, message: text, ...(details ? { errors: details } : {}) } };
    case 'array':
      return {
        json: {
          errors: Array.isArray(details) ? details : [{ code, title: text, ...(details ? { meta: details } : {}) }],
        },
      };
    case 'html':
      return { text: `<!doctype html><title>${status}</title><h1>${title}</h1><p>${text}</p>` };
    case 'empty':
      return {};
  }
}
