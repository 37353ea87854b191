import type { RecordedExchange, Result } from '../../model/result/report.js';

/** The rule on requests that fail each time; in a whole run it yields to a violation that shows the same failure. */
const failureRule = 'responses/no-request-fails-each-time';

/**
 * Makes violations of the rule on failing requests inconclusive where another rule, in another shard, shows a failure of the
 * same operation: a whole run reports such a failure once.
 */
export function explainFailures(results: readonly Result[]): Result[] {
  const others = results.filter(({ rule, verdict }) => verdict === 'violated' && rule !== failureRule);
  return results.map((result) => {
    if (result.rule !== failureRule || result.verdict !== 'violated') return result;
    const other = others.find(({ evidence }) => evidence?.exchanges.some((one) => isFailureOf(result.subject, one)));
    if (other === undefined) return result;
    const { evidence: _, number: __, foundAfter: ___, ...rest } = result;
    const why = `inconclusive until ${other.rule} [${other.subject}] is fixed: it shows the same failure`;
    return { ...rest, verdict: 'inconclusive', cause: `assumption:${other.rule}`, why };
  });
}

/** Whether an exchange is a failure of an operation: `PATCH /orders/{id}`. */
function isFailureOf(operation: string, { request, answer, silence }: RecordedExchange): boolean {
  const [method, template = ''] = operation.split(' ');
  const isFailure = (answer?.status ?? 0) >= 500 || silence !== undefined;
  if (!isFailure || request.method !== method) return false;
  const parts = template.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`${parts.join('[^/]+')}$`).test(request.url.replace(/[?#].*$/, ''));
}
