import { type Collection, type Exchange, http, type JudgingTools } from '#rule';

type DescribedOperation = NonNullable<Collection['create']>;
/** The description of a status: by itself, by its class, or the default one; undefined where there is none. */
export function findDescription({ responses = {} }: DescribedOperation, status: number) {
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default;
}

/** What is wrong with the status of a success; undefined where nothing is, or no document describes it. */
export function findStatusMismatch(operation: DescribedOperation, { answer }: Exchange): string | undefined {
  const status = answer?.status ?? 0;
  const isSuccess = status >= 200 && status < 300;
  const isDescribed = Object.keys(operation.responses ?? {}).length > 0;
  return isSuccess && isDescribed && findDescription(operation, status) === undefined
    ? `${status} is not described`
    : undefined;
}

/** What is wrong with the media type of content; undefined where nothing is, or no media type is described. */
export function findTypeMismatch(operation: DescribedOperation, { answer }: Exchange): string | undefined {
  const contents = answer && findDescription(operation, answer.status)?.contents;
  if (!contents || contents.length === 0 || answer.text === '') return undefined;
  const sent = http.parseMediaType(http.getHeader(answer, 'content-type')).essence;
  if (sent === '') return 'the content has no Content-Type';
  return contents.some(({ mediaType }) => isTypeMatch(http.parseMediaType(mediaType).essence, sent))
    ? undefined
    : `${sent} is not described`;
}

/** What the content breaks in its schema; undefined where nothing is, or no schema is described for it. */
export function findSchemaMismatch(
  operation: DescribedOperation,
  { answer }: Exchange,
  { findBreaches }: Pick<JudgingTools, 'findBreaches'>,
): string | undefined {
  const contents = answer && findDescription(operation, answer.status)?.contents;
  if (!contents || answer.json === undefined) return undefined;
  const sent = http.parseMediaType(http.getHeader(answer, 'content-type')).essence;
  const schema = contents.find(({ mediaType }) => isTypeMatch(http.parseMediaType(mediaType).essence, sent))?.schema;
  const [first] = schema === undefined ? [] : findBreaches(schema, answer.json);
  return first && `${first.pointer === '' ? 'the content' : first.pointer} ${first.message}`;
}

/** A described header field that a response lacks. */
export function findMissingHeader(operation: DescribedOperation, { answer }: Exchange): string | undefined {
  const wanted = (answer && findDescription(operation, answer.status)?.requiredHeaders) ?? [];
  // Fields about the connection are described by mistake, and OpenAPI says to ignore Content-Type here.
  return wanted.find(
    (name) => !/^(content-type|connection)$/i.test(name) && http.getHeader(answer, name) === undefined,
  );
}

/** Whether a described type, which may be a range, covers a sent one. */
function isTypeMatch(described: string, sent: string): boolean {
  const [type, subtype] = described.split('/');
  return described === sent || described === '*/*' || (subtype === '*' && sent.startsWith(`${type}/`));
}
