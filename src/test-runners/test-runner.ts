/** What a test gets from its runner while it runs. */
export interface RunningTest {
  /** Aborted when the runner gives the test up. */
  readonly signal: AbortSignal | undefined;
  /** Titles of the tests of the group that the user selected; undefined if all run, or if the runner does not tell. */
  readonly selected: readonly string[] | undefined;
  /** Reports the test as skipped. Some runners throw to leave the test. */
  skip(why: string): void;
}

export interface GroupedTest {
  readonly title: string;
  run(running: RunningTest): Promise<void>;
}

/** The tests of one audit. */
export interface TestGroup {
  readonly name: string;
  readonly tests: readonly GroupedTest[];
  /** Maximum duration of a test in milliseconds. */
  readonly timeoutMs: number;
  /** Must be called once after the last test. */
  end(): Promise<void>;
}

/** The parts of a test runner that differ from one to another. */
export interface TestRunner {
  /** Says how the tests of one rule are run again with the same cases. */
  formatRepeat(rule: string, seed: number): string;
  register(group: TestGroup): void | Promise<void>;
}
