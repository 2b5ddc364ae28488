// A reporter for Playwright that says in a line of its own that a run ended only because its --global-timeout was over: no
// test had failed until then, and nothing else went wrong.

const LINE = 'stopped: the time was over, and no test had failed';
const TIME_OVER = /Timed out waiting [\d.]+s for the .+ to run/;

/** Matches that line. */
export const STOPPED = new RegExp(`^${LINE}$`, 'm');

export default class Stopped {
  #suite;
  #faults = 0;

  onBegin(config, suite) {
    this.#suite = suite;
  }

  /** Faults outside of tests; that the time is over is told as one. */
  onError({ message = '' }) {
    if (!TIME_OVER.test(message)) this.#faults += 1;
  }

  onEnd({ status }) {
    const failed = this.#suite?.allTests().some((test) => test.outcome() === 'unexpected');
    if (status === 'timedout' && this.#faults === 0 && failed === false) console.log(LINE);
  }

  /** The other reporter prints the run. */
  printsToStdio() {
    return false;
  }
}
