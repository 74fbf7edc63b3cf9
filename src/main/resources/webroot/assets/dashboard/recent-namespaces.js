const KEY = "namespaces";
const MOST = 20;

/** The namespaces that were opened in this browser, the latest first; `default` is always among them. */
export function recentNamespaces() {
  let recent = [];
  try {
    recent = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    // Storage may be switched off: then there is only the default.
  }
  return [...new Set([...recent, "default"])];
}

export function rememberNamespace(namespace) {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([...new Set([namespace, ...recentNamespaces()])].slice(0, MOST)),
    );
  } catch {
    // As above: nothing to remember it with.
  }
}
