/** Has menus (`details.menu`) close on a choice, on a click elsewhere, and on Escape. */
export function enableMenus() {
  document.addEventListener("click", ({ target }) => {
    const own = target.closest?.(".menu");
    const isChoice = target.closest?.(".menu .orders button") && !target.closest("[aria-expanded]");
    closeAll((menu) => menu !== own || isChoice);
  });
  document.addEventListener("submit", ({ target }) => target.matches(".menu .days") && closeAll(() => true));
  document.addEventListener("keydown", (event) => {
    const open = document.querySelector(".menu[open]");
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      open.open = false;
      open.querySelector("summary").focus();
    }
  });
}

function closeAll(isMeant) {
  for (const menu of document.querySelectorAll(".menu[open]")) {
    if (isMeant(menu)) {
      menu.open = false;
    }
  }
}
