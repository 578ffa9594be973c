/** Heads of sortable tables become buttons, which the keyboard reaches; what a click does is the library's. */
export function addSorting(say: (text: string) => void): void {
  for (const head of document.querySelectorAll("table.sortable thead th")) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
  }
  document.addEventListener("sort-end", ({ target }) => {
    const head = target instanceof Element ? target.querySelector("th[aria-sort]") : null;
    if (head !== null) say(`Sorted by ${head.textContent}, ${head.getAttribute("aria-sort")}`);
  });
}
