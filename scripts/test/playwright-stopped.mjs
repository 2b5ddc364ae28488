// A Playwright reporter that prints a line if a run ended only because of its --global-timeout: no test had failed until then,
// and there was no other error.

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

  /** Counts errors outside tests, without the one that reports the timeout. */
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
