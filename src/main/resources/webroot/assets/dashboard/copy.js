const SAID_MS = 1_500;

/** Makes every "Copy" button copy the command beside it. */
export function enableCopying() {
  document.addEventListener("click", async ({ target }) => {
    if (!target.matches(".copy")) {
      return;
    }
    const code = target.parentElement.querySelector("code");
    try {
      await navigator.clipboard.writeText(code.textContent);
      target.textContent = "Copied";
    } catch {
      // No clipboard over plain HTTP: mark it, the user has only to press the keys.
      getSelection().selectAllChildren(code);
      target.textContent = "Selected";
    }
    setTimeout(() => (target.textContent = "Copy"), SAID_MS);
  });
}
