import { Recorder } from "./recorder.js";
import { Recording } from "./recording.js";

/** Clicks that record events, while recording is switched on. */
export class Clicks {
  #recorder;
  #recording;
  #recorded;

  /**
   * `report(problem)` hears of failures, `changed(counter, unsent)` when a click of a counter is on its way or arrived, and how
   * many are; `switched(on)` when clicks begin or cease to record, `recorded(counter)` when one has been recorded.
   */
  constructor(root, { report, changed, switched, recorded }) {
    this.#recorded = recorded;
    this.#recorder = new Recorder(report, (counter) => changed(counter, this.unsent));
    this.#recording = new Recording(root, switched);
  }

  /** Whether a click records. */
  get on() {
    return this.#recording.on;
  }

  /** Those that are not yet known to be recorded. */
  get unsent() {
    return this.#recorder.unsent;
  }

  switchOff() {
    this.#recording.switchOff();
  }

  /** Records a click. */
  async plus(counter) {
    if (this.on) {
      await this.#recorder.plusOne(counter);
      this.#recorded(counter);
    }
  }
}
