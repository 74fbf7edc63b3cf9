// Counts views of the page that loads it. No cookies, no storage.
(() => {
  const { src, dataset } = document.currentScript;
  if ("respectDnt" in dataset && (navigator.doNotTrack > 0 || navigator.globalPrivacyControl)) return;
  const address = new URL("v1/views/" + dataset.namespace, src);
  let from = document.referrer && new URL(document.referrer).hostname;
  let last;
  const open = new Set();

  const send = (body, tries) =>
    fetch(address, { method: "POST", body, credentials: "omit" })
      .then(({ status }) => /408|429|5../.test(status), () => true)
      .then((again) => {
        if (again && tries < 8) setTimeout(send, 2 ** tries * 250 * (1 + Math.random()), body, tries + 1);
        else open.delete(body);
      });

  const count = () => {
    const path = new URL(dataset.path || location, location).pathname;
    if (path === last) return;
    last = path;
    const view = {
      path,
      screen: screen.width < 600 ? "phone" : screen.width < 1100 ? "tablet" : "desktop",
      id: crypto.getRandomValues(new Uint32Array(4)).join("-"),
    };
    if (from && from !== location.hostname) view.referrer = from;
    from = "";
    const body = JSON.stringify(view);
    open.add(body);
    send(body, 0);
  };

  const push = history.pushState;
  history.pushState = function (...to) {
    push.apply(this, to);
    count();
  };
  addEventListener("popstate", count);
  addEventListener("pageshow", ({ persisted }) => persisted && count((last = "")));
  addEventListener("pagehide", () => open.forEach((body) => navigator.sendBeacon(address, body)));
  if (document.prerendering) document.addEventListener("prerenderingchange", count);
  else count();
})();
