import { type Profiler, Session } from 'node:inspector';

/**
 * Counts the calls of functions in `src` and `suites` while `work` is done: the cost of it, without the
 * speed of the machine in it. The same work gives the same count.
 */
export async function countSteps(work: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    return takeCounts(session);
  } finally {
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}

function takeCounts(session: Session): number {
  let steps = 0;
  // In its own process, a session answers before it returns.
  session.post('Profiler.takePreciseCoverage', (error, { result }: Profiler.TakePreciseCoverageReturnType) => {
    if (error) throw error;
    const own = result.filter(({ url }) => /\/(src|suites)\//.test(url)).flatMap(({ functions }) => functions);
    steps = own.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
  });
  return steps;
}
