/** What one process spent. */
export interface ProcessMeasurement {
  readonly requests: number;
  readonly seconds: number;
  readonly cpuMs: number;
  readonly peakMegabytes: number;
}

/** Measures this process while it does something, and tells the parent process. */
export async function measureProcess(go: () => Promise<number>): Promise<void> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const requests = await go();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const measured: ProcessMeasurement = {
    requests,
    seconds,
    cpuMs: (user + system) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(measured, () => process.disconnect());
}

/** Loads the public API as users do, from the bundle: it is in a few files, and the modules of the source are in hundreds. */
export const loadApi = (): Promise<typeof import('../../src/index.js')> =>
  import(new URL('../../bundle/src/index.js', import.meta.url).href);
