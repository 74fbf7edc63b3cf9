const KEY = "credential";
/** What the key of a link is called in an address. */
const LINKED = "key";

/**
 * The key or token that the user has shown. It is kept until the tab is closed, or where there is no storage until the
 * page is. An address has it for no longer than it takes to read it, though the history of the browser may keep that of a link.
 */
class Session {
  #token = stored();

  get token() {
    return this.#token;
  }

  /**
   * Signs in with the key of a link (`#key=…`), which leaves the address at once. The part behind the # reaches no server.
   * Tells whether there was one.
   */
  arrive() {
    const said = new URLSearchParams(location.hash.slice(1));
    const key = said.get(LINKED);
    if (!key) {
      return false;
    }
    said.delete(LINKED);
    history.replaceState(null, "", `#${said}`);
    this.signIn(key);
    return true;
  }

  signIn(token) {
    this.#token = token;
    store(token);
  }

  signOut() {
    this.signIn("");
  }
}

function stored() {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function store(token) {
  try {
    if (token) {
      sessionStorage.setItem(KEY, token);
    } else {
      sessionStorage.removeItem(KEY);
    }
  } catch {
    // Storage may be switched off: then it is kept in memory only.
  }
}

export const session = new Session();
