import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";

const colours = new RegExp(String.fromCharCode(27) + "\\[[0-9;]*m", "g");

/** Says after everything else what each failed test saw, in a few lines: the whole stands far above in a long log. */
export default class Summary implements Reporter {
  private tests: TestCase[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = suite.allTests();
  }

  onEnd(): void {
    for (const test of this.tests.filter((each) => each.outcome() === "unexpected")) {
      console.log(`\n${test.titlePath().slice(1).join(" › ")}`);
      for (const { message = "" } of test.results.at(-1)?.errors ?? []) {
        console.log(message.replace(colours, "").split("\n").slice(0, 14).join("\n").replaceAll(/^/gm, "  "));
      }
    }
  }
}
