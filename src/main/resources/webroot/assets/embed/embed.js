import { drawCord } from "../dashboard/cord.js";
import { Counter } from "../dashboard/counters.js";
import { Stream } from "./stream.js";

const THEMES = ["light", "dark"];
/** Longer counts have a line of their own, however low the frame is. */
const LONG = 9;
const WORDS = { connecting: "", live: "", waiting: "Not connected", refused: "Not shown at present" };

const [, , namespace, name] = location.pathname.split("/").map(decodeURIComponent);
const said = new URLSearchParams(location.search);
const counter = new Counter(namespace, name);
const label = said.get("label") || name;
const $ = (id) => document.getElementById(id);

if (THEMES.includes(said.get("theme"))) {
  document.documentElement.dataset.theme = said.get("theme");
}
$("name").textContent = label;
$("name").title = label;
document.title = `${label} · Quipu`;

function enter(state) {
  document.body.dataset.state = state;
  $("state").textContent = WORDS[state];
  if (state === "refused") {
    // Its namespace may not be public any more.
    $("count").textContent = "…";
    $("cord").replaceChildren();
  }
}

function show(message) {
  counter.know(message);
  const digits = counter.headline;
  $("count").textContent = digits;
  $("count").style.setProperty("--characters", digits.length);
  document.body.dataset.long = String(digits.length > LONG);
  drawCord($("cord"), counter.count);
}

const stream = new Stream(`${location.pathname}/live`, { counted: show, changed: enter });
let inView = false;
const look = () => stream.show(inView && !document.hidden);
new IntersectionObserver(([{ isIntersecting }]) => {
  inView = isIntersecting;
  look();
}).observe(document.body);
document.addEventListener("visibilitychange", look);
