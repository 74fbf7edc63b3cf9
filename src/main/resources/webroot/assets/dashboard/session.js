const KEY = "credential";

/**
 * The key or token that the user has shown. It is kept until the tab is closed, or where there is no storage until the
 * page is; never in an address, nor in anything that outlives the tab.
 */
class Session {
  #token = stored();

  get token() {
    return this.#token;
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
