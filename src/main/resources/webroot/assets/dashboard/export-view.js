import { Problem, readWindowsAsCsv } from "./api.js";
import { rasterOf } from "./chart-picture.js";
import { joined } from "./csv.js";
import { wordsOfWhere } from "./labels.js";

/** Buttons that save what a chart of windows shows: its numbers as the service has them, or a picture. */
export class ExportView {
  /**
   * `shown()` answers what is shown: `{counters, span, words, parameters}` (the words say when that is); `picture(name)` draws it, under a name.
   * `report(problem)` hears of failures.
   */
  constructor(root, { shown, picture, report }) {
    const save = async (ending, content) => {
      try {
        const { counters, words } = shown();
        const [{ namespace, where }] = counters;
        const labels = wordsOfWhere(where).map((label) => ` ${label}`);
        const name = `${namespace} ${counters.map((counter) => counter.name).join(", ").slice(0, 80)}${labels.join("")} ${words}`;
        download(name.slice(0, 200).replace(/[^\p{L}\p{N} ,._-]/gu, "-") + ending, await content(name));
        report(null);
      } catch (problem) {
        if (!(problem instanceof Problem)) {
          throw problem;
        }
        report(problem);
      }
    };
    const actions = {
      csv: () => save(".csv", async () => new Blob([await csvOf(shown())], { type: "text/csv" })),
      svg: () => save(".svg", async (name) => new Blob([picture(name)], { type: "image/svg+xml" })),
      png: () => save(".png", (name) => rasterOf(picture(name))),
    };
    for (const button of root.querySelectorAll("button")) {
      button.addEventListener("click", actions[button.value]);
    }
  }
}

/** The CSV of the service; of several counters one after the other, with their names in the first column. */
async function csvOf({ counters, span, parameters }) {
  const read = (counter) => readWindowsAsCsv(counter, span.granularity, span, parameters);
  const answers = await Promise.all(counters.map(read));
  if (counters.length === 1) {
    return answers[0];
  }
  return joined("counter", counters.map(({ name }) => name), answers);
}

function download(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
