/** Has a list show these elements, in this order, and no others. What is in its place stays there, with the focus. */
export function arrange(list, elements) {
  const wanted = [...elements];
  const kept = new Set(wanted);
  [...list.children].filter((element) => !kept.has(element)).forEach((element) => element.remove());
  let place = list.firstElementChild;
  for (const element of wanted) {
    if (element === place) {
      place = place.nextElementSibling;
    } else {
      list.insertBefore(element, place);
    }
  }
}
